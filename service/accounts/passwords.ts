import { randomBytes, scrypt as scryptWithCallback, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { MatchExtended } from '@zxcvbn-ts/core';
import pLimit from 'p-limit';

const scrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scryptWithCallback);

interface ScryptOptions {
  readonly N: number;
  readonly r: number;
  readonly p: number;
  readonly maxmem: number;
}

/** The cost of one hash: `N` is 2 to the power of `ln`. */
interface Cost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/**
 * 128 MB of memory and a few tenths of a second. Source: OWASP Password Storage Cheat Sheet,
 * "scrypt".
 */
const cost: Cost = { ln: 17, r: 8, p: 1 };

const hashBytes = 32;
const saltBytes = 16;

/** At most two at a time, because of the memory; others wait. */
const limit = pLimit(2);

/**
 * Hashes a password with its own salt. The result includes the cost, so old hashes can still be
 * verified after the cost is raised: `$scrypt$ln=17,r=8,p=1$<salt>$<hash>`, salt and hash in
 * base64.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, salt, cost);
  const [salt64, hash64] = [salt, hash].map((bytes) => bytes.toString('base64'));
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${salt64}$${hash64}`;
}

/**
 * Whether a password matches its hash. Without a hash, because the user is unknown or has no
 * password, this takes as long and returns false.
 */
export async function verifyPassword(
  password: string,
  stored: string | null | undefined,
): Promise<boolean> {
  const [, ln, r, p, salt = '', hash] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? '') ?? [];
  if (hash === undefined) {
    await derive(password, randomBytes(saltBytes), cost);
    return false;
  }
  const costThen = { ln: Number(ln), r: Number(r), p: Number(p) };
  const given = await derive(password, Buffer.from(salt, 'base64'), costThen);
  const expected = Buffer.from(hash, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The same characters may be typed as different code points; NFKC unifies them. */
function derive(password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** ln;
  const options = { N, r, p, maxmem: 2 * 128 * N * r };
  return limit(() => scrypt(password.normalize('NFKC'), salt, hashBytes, options));
}

/**
 * What is wrong with a new password: `common` is one that guessers try first, `personal` contains
 * the e-mail address or the name of this service.
 */
export type PasswordProblem = 'too-short' | 'too-long' | 'common' | 'personal';

/** In characters. */
export const minPasswordLength = 12;
export const maxPasswordLength = 1_000;

/** A password that can be guessed in fewer than 10^8 tries has a lower score, out of 4. */
const leastScore = 3;

/**
 * All problems of a new password; empty if it is good.
 * @param userId the user's e-mail address
 */
export async function checkPassword(password: string, userId: string): Promise<PasswordProblem[]> {
  const { length } = Array.from(password);
  if (length > maxPasswordLength) return ['too-long'];
  const isShort: PasswordProblem[] = length < minPasswordLength ? ['too-short'] : [];
  return [...isShort, ...(await findGuessable(password, userId))];
}

async function findGuessable(password: string, userId: string): Promise<PasswordProblem[]> {
  const { passwordEstimator } = await import('./password-estimator.ts');
  const { score, sequence } = passwordEstimator.check(password, wordsOf(userId));
  // A password that is only short is random, not common.
  const isGuessable =
    score < leastScore && sequence.some(({ pattern }) => pattern !== 'bruteforce');
  const personal = sequence.filter(isPersonal);
  const isMostly = lengthOf(personal) >= password.length / 2;
  if (personal.length > 0 && (isGuessable || isMostly)) return ['personal'];
  return isGuessable ? ['common'] : [];
}

/** An e-mail address, its parts and the name of this service. */
function wordsOf(userId: string): string[] {
  const parts = userId.split('@');
  const words = parts.flatMap((part) => part.split(/[^\p{L}\p{N}]+/u));
  return [userId, ...parts, ...words.filter((word) => word.length > 2), 'altscribe'];
}

function isPersonal(match: MatchExtended): boolean {
  return 'dictionaryName' in match && match.dictionaryName === 'userInputs';
}

function lengthOf(matches: readonly MatchExtended[]): number {
  return matches.reduce((sum, { token }) => sum + token.length, 0);
}
