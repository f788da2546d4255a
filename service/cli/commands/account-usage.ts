import { z } from 'zod';
import { userId } from '../../../shared/contract.ts';
import type { AccountStore } from '../../storage/interfaces/account-store.ts';
import { getAccount } from './one-account.ts';
import { storeCommand } from './store-command.ts';

export const usage = storeCommand({
  description: 'what was done on each day (UTC), newest first',
  flags: [
    { flag: '--user-id <e-mail>', description: 'only this account; all of them unless given' },
    { flag: '--by-key', description: 'calls by API key instead, of 30 days' },
  ],
  schema: z.object({ user_id: userId.optional(), by_key: z.literal(true).optional() }),
  async run(store, { user_id: id, by_key: byKey }) {
    if (id !== undefined) await getAccount(store, id);
    if (byKey) return listKeyUsage(store, id);
    if (id === undefined) return store.listTotalUsage('0001-01-01');
    return (await store.listUsage(id)).map(({ user_id: _user, ...day }) => day);
  },
});

/** Usage of the keys of one owner, or of all, newest day first. */
async function listKeyUsage(store: AccountStore, ownerId: string | undefined) {
  const keys = await store.listKeys(ownerId);
  const names = new Map(keys.map(({ id, name, last4 }) => [id, { name, last4 }]));
  const rows = [];
  for (const owner of new Set(keys.map(({ owner_id }) => owner_id))) {
    for (const { key_id, day, calls } of await store.listKeyUsage(owner)) {
      rows.push({ day, owner, key_id, ...names.get(key_id), calls });
    }
  }
  return rows.sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0));
}
