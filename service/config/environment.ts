import { readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';
import * as z from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Trimmed text. */
export const text = z.string().trim().optional();

/** Ports to which `fetch` does not connect (WHATWG Fetch, "port blocking"). */
const blockedPorts = new Set(
  (
    '1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 ' +
    '115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 ' +
    '556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 ' +
    '6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
);

function urlThat(isUsable: (url: URL) => boolean, error: string) {
  return z
    .url({ protocol: /^https?$/, error, abort: true })
    .refine((value) => isUsable(new URL(value)), { error, abort: true })
    .refine((value) => new URL(value).port !== '0', { error: 'must be a URL with another port.' });
}

function hasOpenPort(value: string): boolean {
  return !blockedPorts.has(new URL(value).port);
}

const blocked = 'must be a URL with another port: Node.js does not connect to this one.';

const hasNoPassword = ({ username, password }: URL) => username === '' && password === '';

const noPassword = 'must be an http or https URL, without user and password.';

/** The URL of a server. Nothing sends a user and password from it. */
export const url = urlThat(hasNoPassword, noPassword).optional();

/** The URL of an API, to which a path is appended. */
export const baseUrl = urlThat(
  (one) => hasNoPassword(one) && !/[?#]/.test(one.href),
  'must be an http or https URL, without user, password, ? and #.',
).optional();

/** A URL for `fetch` that may have a user and password. */
export const urlWithPassword = urlThat(
  canBeDecoded,
  'must be an http or https URL. In user and password, % is written as %25.',
)
  .refine(hasOpenPort, { error: blocked })
  .optional();

/** Whether user and password are written as in a URL: a lone % is not. */
export function canBeDecoded({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** A key of another service, as it is sent in a header. */
export const apiKey = z
  .string()
  .trim()
  .regex(/^[\x20-\x7e]*$/, { error: 'must be a key in ASCII characters, on one line.' })
  .optional();

const notAnOrigin = 'must be an address without a path, such as https://alt.example.com.';

/** The origin of a website. */
export const origin = z
  .url({ protocol: /^https?$/, error: notAnOrigin, abort: true })
  .transform((value) => new URL(value))
  .refine(({ href, origin }) => href === `${origin}/`, { error: notAnOrigin })
  .transform((value) => value.origin)
  .optional();

/** `on` by default. */
export const onOrOff = z.enum(['on', 'off'], { error: 'must be on or off.' }).default('on');

/** `off` by default. */
export const offOrOn = z.enum(['on', 'off'], { error: 'must be on or off.' }).default('off');

/** `false` by default. */
export const flag = z
  .enum(['true', 'false', '1', '0'], { error: 'must be true or false.' })
  .default('false')
  .transform((value) => value === 'true' || value === '1');

/** A number from `least` to `most`, with `otherwise` as the default. */
export function wholeNumber(least: number, most: number, otherwise: number) {
  return optionalNumber(least, most).default(otherwise);
}

/** A number from `least` to `most`, without a default. */
export function optionalNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}.`;
  return z
    .string()
    .regex(/^\d{1,15}$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error });
}

/**
 * Reads environment variables; an empty one counts as unset.
 * @returns the values, or one sentence per problem with the name of the variable
 */
export function readEnvironment<Shape extends z.ZodRawShape>(shape: Shape, env: Environment) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = z.object(shape).safeParse(set);
  const problems = result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  return { values: result.data, problems };
}

/**
 * Reads secrets from files, as containers and systemd provide them: `OPENAI_API_KEY_FILE` names the
 * file of `OPENAI_API_KEY`. A line break at the end isn't part of the secret.
 * @param names the variables that hold secrets
 * @returns the environment with the secrets, and a sentence for each that cannot be read
 */
export function readSecretFiles(
  env: Environment,
  names: readonly string[],
): { env: Environment; problems: string[] } {
  const problems: string[] = [];
  const secrets: Record<string, string> = {};
  for (const name of names) {
    const fileName = `${name}_FILE`;
    const path = env[fileName]?.trim();
    if (!path) continue;
    if (env[name]?.trim()) {
      problems.push(`${name} and ${fileName} are both set. Set only one of them.`);
      continue;
    }
    const content = readIfPossible(path);
    if (content) secrets[name] = content;
    else {
      const what = content === undefined ? 'that this user can read' : 'that contains the secret';
      problems.push(`${fileName} must be the path of a file ${what}.`);
    }
  }
  return { env: { ...env, ...secrets }, problems };
}

function readIfPossible(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** A variable that the service doesn't know, and the similar one that is probably meant. */
export interface VariableSuggestion {
  readonly name: string;
  /** Absent for a variable that was removed. */
  readonly meant?: string;
}

/** In shorter names, two different letters make another word. */
const shortestToCompare = 8;
const mostLettersOff = 2;

/** Variables of earlier versions, which have no effect any more. */
const removed: ReadonlySet<string> = new Set(['UPDATE_CHECK_URL']);

/** Lists removed variables, and unknown ones whose names are similar to one that is not set. */
export function suggestVariables(env: Environment, known: readonly string[]): VariableSuggestion[] {
  const isKnown = new Set(known);
  const unset = known.filter((name) => !env[name]?.trim() && !env[toOtherForm(name)]?.trim());
  return Object.keys(env).flatMap((name): VariableSuggestion[] => {
    if (removed.has(name)) return [{ name }];
    const meant = isKnown.has(name) ? undefined : unset.find((one) => isSimilar(name, one));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** A secret is in `NAME`, or in the file named by `NAME_FILE`. */
function toOtherForm(name: string): string {
  return name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : `${name}_FILE`;
}

/** A sentence for an operator. */
export function describeSuggestion({ name, meant }: VariableSuggestion): string {
  const remedy = meant === undefined ? 'It was removed.' : `Did you mean ${meant}?`;
  return `${name} is not a variable of Altscribe. ${remedy}`;
}

/**
 * `OPENAI_KEY` and `RATE_LIMIT` lack words, `TRUSTPROXY` lacks an underscore, `OPENAI_API_KYE` is
 * misspelt.
 */
function isSimilar(name: string, known: string): boolean {
  const [one, other] = [squeeze(name), squeeze(known)];
  if (one === other || lacksWords(name.toUpperCase().split('_'), known.split('_'))) return true;
  return one.length >= shortestToCompare && distance(one, other) <= mostLettersOff;
}

function squeeze(name: string): string {
  return name.toUpperCase().replaceAll('_', '');
}

/**
 * Whether `words` is `known` with words left out: at least two remain, including the first, in
 * order.
 */
function lacksWords(words: readonly string[], known: readonly string[]): boolean {
  if (words.length < 2 || words[0] !== known[0]) return false;
  let found = 0;
  for (const word of known) if (word === words[found]) found += 1;
  return found === words.length;
}
