import type { AnsweredKey } from '../account-export.ts';
import type { AnswerFiles, KeptAnswer } from './idempotency-records.ts';
import type { Shards } from './shards.ts';

const keptMs = 86_400_000;

/** Until when an answer that is kept counts: 24 hours. */
export function expiryOf({ at }: Pick<KeptAnswer, 'at'>): Date {
  return new Date(Date.parse(at) + keptMs);
}

/** Whether the account that an answer was given to is still there, and not another of its name. */
export function hasAccount(shards: Shards, { user_id, account_id }: KeptAnswer): boolean {
  const account = shards.find(user_id);
  return account !== undefined && account.id === account_id;
}

/** All answers that still count. No call may be under way. */
export async function listAnsweredKeys(
  shards: Shards,
  files: AnswerFiles,
  now: Date,
): Promise<AnsweredKey[]> {
  const keys: AnsweredKey[] = [];
  for await (const kept of files.all()) {
    if (!hasAccount(shards, kept) || expiryOf(kept) <= now) continue;
    const { account_id, at, ...key } = kept;
    keys.push({ ...key, expires_at: expiryOf(kept).toISOString() });
  }
  return keys;
}
