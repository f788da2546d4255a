import { hash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { createAccountIndex } from './account-index.ts';
import { durableJsonFile } from './durable-json-file.ts';
import { makeFolder } from './files.ts';
import { createShard, type Change, type OnPut, type Shard } from './shard.ts';
import {
  requireReadableChange,
  shardSchemaOf,
  storedAccount,
  type RecordSchema,
} from './shard-data.ts';
import { createSnapshotLock, type SnapshotLock } from './snapshot-lock.ts';

/** Enough that a file has few accounts, and few enough that reading all files is quick. */
const shardCount = 4_096;

/** How many files are read at once when the store is opened. */
const readsAtOnce = 32;

/**
 * Reads all files of a folder, which is created if it does not exist. Each has data of some accounts:
 * a write costs the same however many accounts there are.
 * @param onPut called with each account, sorted by `user_id`, and with each later change in memory
 * @throws StoreError if one of them is damaged
 */
export async function openShardFiles<Stored extends object>(
  folder: string,
  schema: RecordSchema<Stored>,
  lock: SnapshotLock,
  onPut: OnPut<Stored>,
) {
  await makeFolder(folder);
  const shards = new Map<string, Shard<Stored>>();
  const disk = { isFailing: false };
  const limit = pLimit(readsAtOnce);
  const names = new Set((await readdir(folder)).flatMap(shardName));
  await Promise.all([...names].map((name) => limit(() => shardNamed(name).read())));
  const accounts = [...shards.values()].flatMap((shard) => Object.entries(shard.accounts()));
  accounts.sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [userId, account] of accounts) onPut(userId, undefined, account);

  function shardNamed(name: string): Shard<Stored> {
    const known = shards.get(name);
    if (known) return known;
    const file = durableJsonFile(join(folder, `${name}.json`), shardSchemaOf(schema));
    const check = (before: Stored | undefined, after: Stored) =>
      requireReadableChange(schema, before, after);
    const shard = createShard(file, { lock, disk, check, onPut });
    shards.set(name, shard);
    return shard;
  }

  return {
    find: (userId: string) => shards.get(nameFor(userId))?.accounts()[userId],
    *all(): Iterable<Stored> {
      for (const shard of shards.values()) yield* Object.values(shard.accounts());
    },
    update: <T>(userId: string, change: Change<T, Stored>) =>
      shardNamed(nameFor(userId)).update(userId, change),
    updateInMemory: <T>(userId: string, change: Change<T, Stored>) =>
      shardNamed(nameFor(userId)).updateInMemory(userId, change),
    /** Changes an account, if there is one, and resolves with the account after it. */
    change: (userId: string, change: (before: Stored) => Stored) =>
      shardNamed(nameFor(userId)).update(userId, (before) => {
        const account = before && change(before);
        return { result: account, account };
      }),
    /** Whether the last write failed. */
    isFailing: () => disk.isFailing,
    async idle() {
      await Promise.all([...shards.values()].map((shard) => shard.idle()));
    },
  };
}

export type Shards = Awaited<ReturnType<typeof openShards>>;

/**
 * Reads all accounts from the files of a folder, which is created if it does not exist.
 * @throws StoreError if one of them is damaged
 */
export async function openShards(folder: string, lock = createSnapshotLock()) {
  const index = createAccountIndex();
  const files = await openShardFiles(folder, storedAccount, lock, index.put);
  return { ...files, ...index };
}

/** The file of an account: three hexadecimal digits. */
function nameFor(userId: string): string {
  const start = parseInt(hash('sha256', userId).slice(0, 4), 16);
  return (start % shardCount).toString(16).padStart(3, '0');
}

/** The shard of a file or its copy. If only the copy is left, opening the shard fails. */
function shardName(file: string): string[] {
  const [, name] = /^([0-9a-f]{3})\.json(?:\.bak)?$/.exec(file) ?? [];
  return name === undefined ? [] : [name];
}
