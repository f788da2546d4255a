import { distance } from 'fastest-levenshtein';
import type { Environment } from './environment.ts';

/** A variable that is set and nobody reads, and the one that was probably meant. */
export interface NearMiss {
  readonly name: string;
  readonly meant: string;
}

/** In shorter names, two letters make another word. */
const shortestToCompare = 8;
const mostLettersOff = 2;

/** Lists variables whose names are nearly those of the configuration, where these are not set. */
export function listNearMisses(env: Environment, known: readonly string[]): NearMiss[] {
  const isKnown = new Set(known);
  const unset = known.filter((name) => !env[name]?.trim() && !env[toOtherForm(name)]?.trim());
  return Object.keys(env).flatMap((name) => {
    const meant = isKnown.has(name) ? undefined : unset.find((one) => isNear(name, one));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** A secret stands in `NAME`, or in the file that `NAME_FILE` names. */
function toOtherForm(name: string): string {
  return name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : `${name}_FILE`;
}

/** A sentence for an operator. */
export function describeNearMiss({ name, meant }: NearMiss): string {
  return `${name} is not a variable of Altscribe: ${meant} is probably meant.`;
}

/** `OPENAI_KEY` and `RATE_LIMIT` lack words, `TRUSTPROXY` lacks a mark, `OPENAI_API_KYE` is misspelt. */
function isNear(name: string, known: string): boolean {
  const [one, other] = [squeeze(name), squeeze(known)];
  if (one === other || lacksWords(name.toUpperCase().split('_'), known.split('_'))) return true;
  return one.length >= shortestToCompare && distance(one, other) <= mostLettersOff;
}

function squeeze(name: string): string {
  return name.toUpperCase().replaceAll('_', '');
}

/** Whether at least two words are left, the first among them, in their order. */
function lacksWords(words: readonly string[], known: readonly string[]): boolean {
  if (words.length < 2 || words[0] !== known[0]) return false;
  let found = 0;
  for (const word of known) if (word === words[found]) found += 1;
  return found === words.length;
}
