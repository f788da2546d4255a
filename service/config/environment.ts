import { readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';
import * as z from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Trimmed text. */
export const text = z.string().trim().optional();

/** The URL of a server. */
export const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL.' })
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
  readonly meant: string;
}

/** In shorter names, two different letters make another word. */
const shortestToCompare = 8;
const mostLettersOff = 2;

/** Lists unknown variables whose names are similar to a known variable that is not set. */
export function suggestVariables(env: Environment, known: readonly string[]): VariableSuggestion[] {
  const isKnown = new Set(known);
  const unset = known.filter((name) => !env[name]?.trim() && !env[toOtherForm(name)]?.trim());
  return Object.keys(env).flatMap((name) => {
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
  return `${name} is not a variable of Altscribe. Did you mean ${meant}?`;
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
