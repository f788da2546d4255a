import { hash, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ApiKey, ApiKeys, FoundKey } from '../storage/interfaces/api-keys.ts';
import type { BackgroundWrites } from './write-behind.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const format = /^alt_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/**
 * Makes an API key: `alt_`, 32 random base62 characters and a 6-character checksum (CRC-32 in
 * base62), which lets secret scanners and a typo check recognise it.
 */
export function makeKey(): string {
  const random = Array.from({ length: 32 }, () => alphabet[randomInt(62)]).join('');
  return `alt_${random}${checksum(random)}`;
}

/** Whether a text has the format of a key and a valid checksum. */
export function isWellFormedKey(text: string): boolean {
  const [, random, sum] = format.exec(text) ?? [];
  return random !== undefined && sum === checksum(random);
}

/** The stored form of a key: its SHA-256, in hexadecimal. */
export function hashKey(key: string): string {
  return hash('sha256', key);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < 6; i++) {
    digits = alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** How stale "last used" may be. Writing it on every call would be wasteful. */
const touchEveryMs = 60_000;

/** Makes a key for an owner. Returns the key, which is shown once, and its stored record. */
export function newApiKey(
  ownerId: string,
  name: string,
  expiresAt?: string,
): { key: string; record: ApiKey } {
  const key = makeKey();
  const record = {
    id: `key_${randomBytes(6).toString('hex')}`,
    owner_id: ownerId,
    name,
    hash: hashKey(key),
    last4: key.slice(-4),
    created_at: new Date().toISOString(),
    last_used_at: null,
    revoked_at: null,
    expires_at: expiresAt ?? null,
    user_id: null,
  };
  return { key, record };
}

/** The lifetimes that a form offers for a new key, in days. */
export const expiries = ['never', '30', '90', '365'] as const;
export type Expiry = (typeof expiries)[number];

const hourMs = 3_600_000;

/** A number of hours after a time in ISO 8601. */
export function hoursAfter(at: string, hours: number): string {
  return new Date(Date.parse(at) + hours * hourMs).toISOString();
}

/** When a key created at this time expires. */
export function expiresAt(expiry: Expiry, at: string): string | null {
  return expiry === 'never' ? null : hoursAfter(at, 24 * Number(expiry));
}

/**
 * The lifetime of a key's successor: the one that the key was created with, so rotated keys keep
 * expiring. Any other expiry comes from a rotation or the command line, and isn't used.
 */
export function expiryLike(key: Pick<ApiKey, 'created_at' | 'expires_at'>): Expiry {
  return expiries.find((expiry) => expiresAt(expiry, key.created_at) === key.expires_at) ?? 'never';
}

/**
 * Finds a key that works. Returns nothing if it is malformed, unknown, revoked or expired, or if its
 * owner is suspended.
 */
export async function findWorkingKey(
  store: ApiKeys,
  key: string,
  background: Pick<BackgroundWrites, 'failed'>,
): Promise<FoundKey | undefined> {
  if (!isWellFormedKey(key)) return undefined;
  const record = await store.findKey(hashKey(key));
  if (!record || !doesWork(record)) return undefined;
  noteUse(store, record, background);
  return record;
}

function doesWork({ revoked_at, expires_at, owner_suspended_at }: FoundKey): boolean {
  if (revoked_at !== null || owner_suspended_at !== null) return false;
  return expires_at === null || Date.now() < Date.parse(expires_at);
}

/** Keys whose last use is being written: one write serves all concurrent calls. */
const beingNoted = new Set<string>();

/** Not awaited: it must neither slow a call down nor make it fail. */
function noteUse(
  store: ApiKeys,
  { hash, last_used_at: last }: ApiKey,
  background: Pick<BackgroundWrites, 'failed'>,
): void {
  const now = Date.now();
  if (beingNoted.has(hash) || (last && now - Date.parse(last) < touchEveryMs)) return;
  beingNoted.add(hash);
  store
    .touchKey(hash, new Date(now).toISOString())
    .catch((error: unknown) => background.failed('key_last_use', error))
    .finally(() => beingNoted.delete(hash));
}
