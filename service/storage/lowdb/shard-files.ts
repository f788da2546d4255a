import { hash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Low } from 'lowdb';
import pLimit from 'p-limit';
import type { z } from 'zod';
import { durableJsonFile, type DurableJsonFile } from './durable-json-file.ts';
import type { Journal } from './journal/journal.ts';
import type { JournalRecord } from './journal/journal-line.ts';
import { replay } from './journal/replay.ts';
import { emptyShard, type ShardData } from './shard-data.ts';
import type { Change, OnPut } from './shard-change.ts';
import { createShard, type Shard, type ShardOptions } from './shard.ts';

/** Many enough that a file holds few accounts, and few enough that reading all files is quick. */
const shardCount = 4_096;

/** How many files are read at once when the store is opened. */
const readsAtOnce = 32;

/** Something of each account, in many files, so that a write costs the same however many there are. */
export interface ShardFiles<Stored> {
  find(userId: string): Stored | undefined;
  all(): Iterable<Stored>;
  update<T>(userId: string, change: Change<T, Stored>): Promise<T>;
  /** See `Shard`. */
  updateInMemory<T>(userId: string, change: Change<T, Stored>): Promise<T>;
  /** The shards of which the journal has more than their files. */
  ahead(): Pick<Shard, 'fold'>[];
  idle(): Promise<void>;
}

export interface ShardFilesOptions<Stored> {
  /** Where changes are written until they are folded into the files. */
  readonly journal: Pick<Journal, 'append' | 'isFailing'>;
  /** What the journal had of this folder when it was opened, oldest first. */
  readonly records?: readonly JournalRecord[];
  /** Called with each later change of what memory holds, also when it is rolled back. */
  readonly onPut?: OnPut<Stored>;
}

/**
 * Reads all files of a folder, which is made if it is not there.
 * @throws StoreError when one of them is damaged, or not the one that the journal goes on from
 */
export async function openShardFiles<Stored extends object>(
  folder: string,
  schema: z.ZodType<ShardData<Stored>>,
  { journal, records = [], onPut }: ShardFilesOptions<Stored>,
): Promise<ShardFiles<Stored>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const shards = new Map<string, Shard<Stored>>();
  const recordsOf = groupByFile(records);
  const limit = pLimit(readsAtOnce);
  const names = new Set([...(await readdir(folder)).flatMap(shardName), ...recordsOf.keys()]);
  await Promise.all([...names].map((name) => limit(() => open(name))));

  async function open(name: string): Promise<void> {
    const file = fileOf(name);
    const db = new Low(file, emptyShard<Stored>());
    await db.read();
    const { revision } = db.data;
    const { data, removes } = replay(db.data, recordsOf.get(name) ?? [], schema);
    db.data = data;
    put(name, db, file, { revision, holdsRemoved: removes });
  }

  function put(
    name: string,
    db: Low<ShardData<Stored>>,
    { writeWithoutCopy }: DurableJsonFile<ShardData<Stored>>,
    file?: ShardOptions<Stored>['file'],
  ): Shard<Stored> {
    const shard = createShard(db, {
      append: (record) => journal.append({ folder: basename(folder), file: name, ...record }),
      isFailing: () => journal.isFailing,
      writeWithoutCopy,
      onPut,
      file,
    });
    shards.set(name, shard);
    return shard;
  }

  function fileOf(name: string): DurableJsonFile<ShardData<Stored>> {
    return durableJsonFile(join(folder, `${name}.json`), schema);
  }

  function shardOf(userId: string): Shard<Stored> {
    const name = nameFor(userId);
    const known = shards.get(name);
    if (known) return known;
    const file = fileOf(name);
    return put(name, new Low(file, emptyShard<Stored>()), file);
  }

  return {
    find: (userId) => shards.get(nameFor(userId))?.accounts[userId],
    *all() {
      for (const shard of shards.values()) yield* Object.values(shard.accounts);
    },
    update: (userId, change) => shardOf(userId).update(userId, change),
    updateInMemory: (userId, change) => shardOf(userId).updateInMemory(userId, change),
    ahead: () => [...shards.values()].filter((shard) => shard.isAhead()),
    async idle() {
      await Promise.all([...shards.values()].map((shard) => shard.idle()));
    },
  };
}

function groupByFile(records: readonly JournalRecord[]): ReadonlyMap<string, JournalRecord[]> {
  const groups = new Map<string, JournalRecord[]>();
  for (const record of records) {
    const group = groups.get(record.file);
    if (group) group.push(record);
    else groups.set(record.file, [record]);
  }
  return groups;
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
