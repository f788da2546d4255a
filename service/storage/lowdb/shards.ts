import { createAccountIndex, type AccountIndex } from './account-index.ts';
import { shardSchema, type StoredAccount } from './shard-data.ts';
import { openShardFiles, type ShardFiles, type ShardFilesOptions } from './shard-files.ts';

/** All accounts. */
export interface Shards
  extends Omit<AccountIndex, 'put'>, Omit<ShardFiles<StoredAccount>, 'find' | 'all'> {}

/**
 * Reads all files of a folder, which is made if it is not there.
 * @throws StoreError when one of them is damaged
 */
export async function openShards(
  folder: string,
  options: Omit<ShardFilesOptions<StoredAccount>, 'onPut'>,
): Promise<Shards> {
  const index = createAccountIndex();
  const files = await openShardFiles(folder, shardSchema, {
    ...options,
    onPut: index.put,
  });
  const sorted = [...files.all()].sort((a, b) => (a.user_id < b.user_id ? -1 : 1));
  for (const account of sorted) index.put(account.user_id, undefined, account);
  return { ...files, ...index };
}
