import type { AccountExport } from '../account-export.ts';
import type { CallRecord } from '../interfaces/usage-log.ts';
import { keyUsageOf, toKey } from './api-keys.ts';
import type { CallFiles } from './call-files.ts';
import { toEntry } from './credit-ledger.ts';
import { sitesOf } from './client-sites.ts';
import type { Shards } from './shard-files.ts';

/** All accounts with everything in their files. */
export function* exportAccounts(shards: Shards): Iterable<AccountExport> {
  for (const stored of shards.all()) {
    const { id, reservations, ...account } = stored;
    const key_usage = account.keys.flatMap(keyUsageOf);
    const keys = account.keys.map(toKey);
    const entries = account.entries.map(toEntry);
    yield { ...account, keys, key_usage, entries, sites: sitesOf(stored) };
  }
}

export async function* exportCalls(shards: Shards, files: CallFiles): AsyncIterable<CallRecord> {
  for (const account of shards.all()) yield* await files.list(account);
}
