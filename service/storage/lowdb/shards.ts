import { createHash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Low } from 'lowdb';
import pLimit from 'p-limit';
import type { z } from 'zod';
import { createAccountIndex, type AccountIndex } from './account-index.ts';
import { emptyShard, shardSchema, type ShardData, type StoredAccount } from './shard-data.ts';
import { durableJsonFile, type DurableJsonFile } from './durable-json-file.ts';
import { createShard, type Change, type OnPut, type Shard } from './shard.ts';

/** Many enough that a file holds few accounts, and few enough that reading all files is quick. */
const shardCount = 4_096;

/** How many files are read at once when the store is opened. */
const readsAtOnce = 32;

/**
 * Something of all accounts, in many files, so that a write costs the same however many accounts
 * there are.
 */
export interface ShardsOf<Stored> {
  find(userId: string): Stored | undefined;
  all(): Iterable<Stored>;
  update<T>(userId: string, change: Change<T, Stored>): Promise<T>;
  idle(): Promise<void>;
}

/** All accounts, with their index. */
export interface Shards extends ShardsOf<StoredAccount>, Omit<AccountIndex, 'put'> {}

/**
 * Reads the accounts in all files of a folder, which is made if it is not there.
 * @throws StoreError when one of them is damaged
 */
export async function openShards(folder: string): Promise<Shards> {
  const index = createAccountIndex();
  const shards = await openShardsOf(folder, shardSchema, index.put);
  for (const account of [...shards.all()].sort((a, b) => (a.user_id < b.user_id ? -1 : 1))) {
    index.put(account.user_id, undefined, account);
  }
  return { ...shards, ...index };
}

/** As `openShards`, of files that hold something else of each account. */
export async function openShardsOf<Stored>(
  folder: string,
  schema: z.ZodType<ShardData<Stored>>,
  onPut?: OnPut<Stored>,
): Promise<ShardsOf<Stored>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const shards = new Map<string, Shard<Stored>>();
  const limit = pLimit(readsAtOnce);
  const names = new Set((await readdir(folder)).flatMap(shardName));
  await Promise.all([...names].map((name) => limit(() => open(name))));

  async function open(name: string): Promise<void> {
    const file = fileOf(name);
    const db = new Low(file, emptyShard<Stored>());
    await db.read();
    shards.set(name, createShard(db, file.writeWithoutCopy, onPut));
  }

  function fileOf(name: string): DurableJsonFile<ShardData<Stored>> {
    return durableJsonFile(join(folder, `${name}.json`), schema);
  }

  function shardOf(userId: string): Shard<Stored> {
    const name = nameFor(userId);
    const known = shards.get(name);
    if (known) return known;
    const file = fileOf(name);
    const fresh = createShard(new Low(file, emptyShard<Stored>()), file.writeWithoutCopy, onPut);
    shards.set(name, fresh);
    return fresh;
  }

  return {
    find: (userId) => shards.get(nameFor(userId))?.accounts[userId],
    *all() {
      for (const shard of shards.values()) yield* Object.values(shard.accounts);
    },
    update: (userId, change) => shardOf(userId).update(userId, change),
    async idle() {
      await Promise.all([...shards.values()].map((shard) => shard.idle()));
    },
  };
}

/** The file that an account is in: three hexadecimal digits. */
function nameFor(userId: string): string {
  const hash = createHash('sha256').update(userId).digest().readUInt16BE(0);
  return (hash % shardCount).toString(16).padStart(3, '0');
}

/** The shard that a file or its copy belongs to. Where only the copy is left, opening it fails. */
function shardName(file: string): string[] {
  const [, name] = /^([0-9a-f]{3})\.json(?:\.bak)?$/.exec(file) ?? [];
  return name === undefined ? [] : [name];
}
