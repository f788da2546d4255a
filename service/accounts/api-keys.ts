import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { ApiKey, ApiKeys, FoundKey } from '../storage/interfaces/api-keys.ts';
import type { KeyUsageRecorder } from './key-usage.ts';
import { hashKey, isWellFormedKey, makeKey } from './key-format.ts';

/** How stale "last used" may be: a write for every call would be waste. */
const touchEveryMs = 60_000;

/** Makes a key for an owner: the key itself, shown once, and what is stored of it. */
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
  };
  return { key, record };
}

/**
 * Finds the owner that a key acts for: nothing for a key that is malformed, unknown, revoked or
 * expired, or whose owner is suspended.
 */
export async function findOwnerOfKey(
  store: ApiKeys,
  key: string,
  usage: KeyUsageRecorder,
  log: Logger,
): Promise<string | undefined> {
  if (!isWellFormedKey(key)) return undefined;
  const record = await store.findKey(hashKey(key));
  if (!record || !doesWork(record)) return undefined;
  usage.add(record);
  noteUse(store, record, log);
  return record.owner_id;
}

function doesWork({ revoked_at, expires_at, owner_suspended_at }: FoundKey): boolean {
  if (revoked_at !== null || owner_suspended_at !== null) return false;
  return expires_at === null || Date.now() < Date.parse(expires_at);
}

/** Keys whose use is being noted: of many calls at once, one does it. */
const beingNoted = new Set<string>();

/** Not waited for: a call must not be slower, or fail, because of it. */
function noteUse(store: ApiKeys, { hash, last_used_at: last }: ApiKey, log: Logger): void {
  const now = Date.now();
  if (beingNoted.has(hash) || (last && now - Date.parse(last) < touchEveryMs)) return;
  beingNoted.add(hash);
  store
    .touchKey(hash, new Date(now).toISOString())
    .catch((error: unknown) => log.warn({ err: error }, 'last use of an API key not noted'))
    .finally(() => beingNoted.delete(hash));
}
