import { createHash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Low } from 'lowdb';
import pLimit from 'p-limit';
import type { z } from 'zod';
import { emptyShard, type ShardData } from './shard-data.ts';
import { durableJsonFile, type DurableJsonFile } from './durable-json-file.ts';
import { createShard, type Change, type OnPut, type Shard } from './shard.ts';

/** Many enough that a file holds few accounts, and few enough that reading all files is quick. */
const shardCount = 4_096;

/** How many files are read at once when the store is opened. */
const readsAtOnce = 32;

/** Something of each account, in many files, so that a write costs the same however many there are. */
export interface ShardFiles<Stored> {
  find(userId: string): Stored | undefined;
  all(): Iterable<Stored>;
  update<T>(userId: string, change: Change<T, Stored>): Promise<T>;
  idle(): Promise<void>;
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
