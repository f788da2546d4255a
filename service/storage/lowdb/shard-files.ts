import { hash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Damage } from '../interfaces/damage.ts';
import { DamagedDataError } from '../interfaces/errors.ts';
import { createAccountIndex } from './account-index.ts';
import { createDamagedAccounts } from './damaged-accounts.ts';
import { makeFolder } from './files.ts';
import { createShard, type Change, type OnPut } from './shard.ts';
import { requireReadableChange, storedAccount, type RecordSchema } from './shard-data.ts';
import { shardFile } from './shard-file.ts';
import { createSnapshotLock, type SnapshotLock } from './snapshot-lock.ts';

/** Many enough for a file to have few accounts, and few enough to read all files quickly. */
const shardCount = 4_096;

/** How many files are read at once when the store is opened. */
const readsAtOnce = 32;

/**
 * Reads all files of a folder, which is created if it does not exist. Each file has the data of
 * some accounts, so a write costs the same however many accounts there are. Damaged accounts are
 * out of service, and so are all accounts in a file that is damaged as a whole; such a file is
 * never written.
 * @param what what the files contain
 * @param onPut called with each account, sorted by `user_id`, and with each later change in memory
 * @throws StoreError if one of them cannot be read or was made by a newer version
 */
export async function openShardFiles<Stored extends object>(
  folder: string,
  what: Damage['what'],
  schema: RecordSchema<Stored>,
  lock: SnapshotLock,
  onPut: OnPut<Stored>,
) {
  await makeFolder(folder);
  const shards = new Map<string, ReturnType<typeof openShard>>();
  const disk = { isFailing: false };
  const limit = pLimit(readsAtOnce);
  const names = new Set((await readdir(folder)).flatMap(shardName));
  await Promise.all([...names].map((name) => limit(() => shardNamed(name).read())));
  const accounts = [...shards.values()].flatMap((shard) => Object.entries(shard.accounts()));
  accounts.sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [userId, account] of accounts) onPut(userId, undefined, account);

  function openShard(name: string) {
    const { setAside, damage, ...file } = shardFile(join(folder, `${name}.json`), schema);
    const check = (before: Stored | undefined, after: Stored) =>
      requireReadableChange(schema, before, after);
    return { ...createShard(file, { lock, disk, check, onPut }), setAside, damage };
  }

  function shardNamed(name: string) {
    const known = shards.get(name);
    if (known) return known;
    const shard = openShard(name);
    shards.set(name, shard);
    return shard;
  }

  /** The error of a damaged account. */
  function findDamage(
    userId: string,
    shard = shards.get(nameFor(userId)),
  ): DamagedDataError | undefined {
    const detail = shard?.damage() ?? shard?.setAside.get(userId)?.detail;
    if (detail === undefined) return undefined;
    return new DamagedDataError({ what, detail });
  }

  /** @throws DamagedDataError */
  function shardOf(userId: string) {
    const shard = shardNamed(nameFor(userId));
    const damage = findDamage(userId, shard);
    if (damage) throw damage;
    return shard;
  }

  const update = async <T>(userId: string, change: Change<T, Stored>) =>
    shardOf(userId).update(userId, change);

  return {
    find: (userId: string) => shards.get(nameFor(userId))?.accounts()[userId],
    *all(): Iterable<Stored> {
      for (const shard of shards.values()) yield* Object.values(shard.accounts());
    },
    update,
    updateInMemory: async <T>(userId: string, change: Change<T, Stored>) =>
      shardOf(userId).updateInMemory(userId, change),
    /** Changes an account, if it exists, and resolves with the changed account. */
    change: (userId: string, change: (before: Stored) => Stored) =>
      update(userId, (before) => {
        const account = before && change(before);
        return { result: account, account };
      }),
    /** Rejects with a DamagedDataError if an account is damaged. */
    refuseDamaged(userId: string): Promise<void> {
      const damage = findDamage(userId);
      return damage ? Promise.reject(damage) : Promise.resolve();
    },
    /** The known data of the damaged accounts, by `user_id`. */
    *damaged(): Iterable<[string, unknown]> {
      for (const { setAside } of shards.values()) {
        for (const [userId, { data }] of setAside) yield [userId, data];
      }
    },
    listDamage(): Damage[] {
      const found = [...shards].toSorted(([a], [b]) => (a < b ? -1 : 1));
      return found.flatMap(([, { setAside, damage }]) => {
        const detail = damage();
        if (detail !== undefined) return [{ what, user_ids: [...setAside.keys()].sort(), detail }];
        return [...setAside].map(([userId, one]) => ({
          what,
          user_ids: [userId],
          detail: one.detail,
        }));
      });
    },
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
 * @throws StoreError if one of them cannot be read or was made by a newer version
 */
export async function openShards(folder: string, lock = createSnapshotLock()) {
  const index = createAccountIndex();
  const files = await openShardFiles(folder, 'account', storedAccount, lock, index.put);
  const { usersOf, ownerOfKey } = createDamagedAccounts(files.damaged());
  return {
    ...files,
    ...index,
    damagedUsersOf: usersOf,
    /** Rejects with a DamagedDataError if the owner of an API key is damaged. */
    async refuseDamagedKey(idOrHash: string): Promise<void> {
      const ownerId = ownerOfKey(idOrHash);
      if (ownerId !== undefined) await files.refuseDamaged(ownerId);
    },
  };
}

/** The file of an account: three hexadecimal digits. */
function nameFor(userId: string): string {
  const start = parseInt(hash('sha256', userId).slice(0, 4), 16);
  return (start % shardCount).toString(16).padStart(3, '0');
}

/** The shard of a file or its copy. If only the copy is left, the shard is damaged. */
function shardName(file: string): string[] {
  const [, name] = /^([0-9a-f]{3})\.json(?:\.bak)?$/.exec(file) ?? [];
  return name === undefined ? [] : [name];
}
