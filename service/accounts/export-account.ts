import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import type { Account } from '../storage/interfaces/accounts.ts';
import type { AccountStore } from '../storage/interfaces/storage-backend.ts';

/** Everything that is stored about an account and its users, by the name of its file. */
export type AccountExport = Readonly<Record<string, readonly object[]>>;

/** More than a log of changes holds. */
const all = 1_000_000_000;

/**
 * Collects everything about an account, with all its users if it is an owner: plan and credits,
 * keys, the history of credits, usage, calls, sites and the changes that the log has. There is nothing in
 * it that lets anyone in: no keys, not even their hashes, no password, no links.
 */
export async function exportAccount(store: AccountStore, account: Account): Promise<AccountExport> {
  const { user_id: id, owner_id: ownerId } = account;
  const isOwner = ownerId === id;
  const accounts = isOwner ? await store.listAccounts(id) : [account];
  const keys = (await store.listKeys(ownerId))
    .filter(({ user_id: user }) => isOwner || user === id)
    .map(({ hash: _hash, ...key }) => key);
  const ids = new Set(keys.map((key) => key.id));
  const keyUsage = await store.listKeyUsage(ownerId);
  const ofAll = async <T>(list: (userId: string) => Promise<readonly T[]>): Promise<T[]> => {
    const lists = [];
    for (const { user_id: userId } of accounts) lists.push(await list(userId));
    return lists.flat();
  };
  const changes = await ofAll((about) => store.listChanges({ about, limit: all }));
  return {
    accounts,
    keys,
    'key-usage': keyUsage.filter(({ key_id: key }) => ids.has(key)),
    history: await ofAll((userId) => store.listEntries(userId)),
    usage: await ofAll((userId) => store.listUsage(userId)),
    calls: await ofAll((userId) => store.listCalls(userId)),
    sites: isOwner
      ? await store.listSites({ ownerId: id, sinceDay: '2000-01-01', limit: all, offset: 0 })
      : [],
    // A change that one of them made to another is about both.
    changes: [...new Map(changes.map((change) => [change.id, change])).values()],
  };
}

/** Packs an export as a gzipped tar with a JSON file for each kind of data. */
export async function packExport(exported: AccountExport): Promise<Uint8Array> {
  const files = Object.entries(exported).map(([name, rows]) => {
    const body = new TextEncoder().encode(`${JSON.stringify(rows, null, 2)}\n`);
    return { header: { name: `${name}.json`, size: body.length, mode: 0o600 }, body };
  });
  return gzipSync(await packTar(files));
}
