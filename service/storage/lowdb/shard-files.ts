import { hash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Low } from 'lowdb';
import pLimit from 'p-limit';
import type { z } from 'zod';
import { createAccountIndex, type AccountIndex } from './account-index.ts';
import { durableJsonFile, type DurableJsonFile } from './durable-json-file.ts';
import { createShard, type OnPut, type Shard } from './shard.ts';
import { emptyShard, shardSchema, type ShardData, type StoredAccount } from './shard-data.ts';

/** Many enough that a file holds few accounts, and few enough that reading all files is quick. */
const shardCount = 4_096;

/** How many files are read at once when the store is opened. */
const readsAtOnce = 32;

/** Something of each account, in many files: a write costs the same however many accounts there are. */
export interface ShardFiles<Stored> extends Pick<
  Shard<Stored>,
  'update' | 'updateInMemory' | 'idle'
> {
  find(userId: string): Stored | undefined;
  all(): Iterable<Stored>;
}

/**
 * Reads all files of a folder, which is made if it is not there.
 * @param onPut called with each later change of what memory holds, also when it is rolled back
 * @throws StoreError when one of them is damaged
 */
export async function openShardFiles<Stored>(
  folder: string,
  schema: z.ZodType<ShardData<Stored>>,
  onPut?: OnPut<Stored>,
): Promise<ShardFiles<Stored>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const shards = new Map<string, Shard<Stored>>();
  /** Whether the last write of any file failed. */
  let isFailing = false;
  const limit = pLimit(readsAtOnce);
  const names = new Set((await readdir(folder)).flatMap(shardName));
  await Promise.all([...names].map((name) => limit(() => open(name))));

  async function open(name: string): Promise<void> {
    const file = fileOf(name);
    const db = new Low(file, emptyShard<Stored>());
    await db.read();
    add(name, db, file);
  }

  function fileOf(name: string): DurableJsonFile<ShardData<Stored>> {
    const file = durableJsonFile(join(folder, `${name}.json`), schema);
    return {
      read: file.read,
      write: (data) => watch(file.write(data)),
      writeWithoutCopy: (data) => watch(file.writeWithoutCopy(data)),
    };
  }

  async function watch(write: Promise<void>): Promise<void> {
    try {
      await write;
      isFailing = false;
    } catch (error) {
      isFailing = true;
      throw error;
    }
  }

  function add(
    name: string,
    db: Low<ShardData<Stored>>,
    { writeWithoutCopy }: DurableJsonFile<ShardData<Stored>>,
  ): Shard<Stored> {
    const shard = createShard(db, { writeWithoutCopy, isFailing: () => isFailing, onPut });
    shards.set(name, shard);
    return shard;
  }

  function shardOf(userId: string): Shard<Stored> {
    const name = nameFor(userId);
    const known = shards.get(name);
    if (known) return known;
    const file = fileOf(name);
    return add(name, new Low(file, emptyShard<Stored>()), file);
  }

  return {
    find: (userId) => shards.get(nameFor(userId))?.accounts[userId],
    *all() {
      for (const shard of shards.values()) yield* Object.values(shard.accounts);
    },
    update: (userId, change) => shardOf(userId).update(userId, change),
    updateInMemory: (userId, change) => shardOf(userId).updateInMemory(userId, change),
    async idle() {
      await Promise.all([...shards.values()].map((shard) => shard.idle()));
    },
  };
}

/** All accounts. */
export interface Shards
  extends Omit<AccountIndex, 'put'>, Omit<ShardFiles<StoredAccount>, 'find' | 'all'> {}

/**
 * Reads all accounts, from the files of a folder which is made if it is not there.
 * @throws StoreError when one of them is damaged
 */
export async function openShards(folder: string): Promise<Shards> {
  const index = createAccountIndex();
  const files = await openShardFiles(folder, shardSchema, index.put);
  const sorted = [...files.all()].sort((a, b) => (a.user_id < b.user_id ? -1 : 1));
  for (const account of sorted) index.put(account.user_id, undefined, account);
  return { ...files, ...index };
}

/** The file that an account is in: three hexadecimal digits. */
function nameFor(userId: string): string {
  const start = parseInt(hash('sha256', userId).slice(0, 4), 16);
  return (start % shardCount).toString(16).padStart(3, '0');
}

/** The shard that a file or its copy belongs to. Where only the copy is left, opening it fails. */
function shardName(file: string): string[] {
  const [, name] = /^([0-9a-f]{3})\.json(?:\.bak)?$/.exec(file) ?? [];
  return name === undefined ? [] : [name];
}
