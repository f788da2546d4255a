import type { AccountExport } from '../account-export.ts';
import type { CallRecord } from '../interfaces/call-log.ts';
import { toKey } from './api-keys.ts';
import type { CallFiles } from './call-files.ts';
import { keyUsageOf } from './key-usage.ts';
import { toEntry } from './ledger-changes.ts';
import type { Shards } from './shard-files.ts';

/** All accounts with all that their files hold. */
export function* exportAccounts(shards: Shards): Iterable<AccountExport> {
  for (const { id, reservations, ...account } of shards.all()) {
    const key_usage = account.keys.flatMap(keyUsageOf);
    const keys = account.keys.map(toKey);
    yield { ...account, keys, key_usage, entries: account.entries.map(toEntry) };
  }
}

/** The newest calls of all accounts. */
export async function* exportCalls(shards: Shards, files: CallFiles): AsyncIterable<CallRecord> {
  for (const account of shards.all()) yield* await files.list(account);
}
