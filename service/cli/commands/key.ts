import { z } from 'zod';
import { userId } from '../../../shared/contract.ts';
import { getOwner } from '../../accounts/accounts.ts';
import { newApiKey } from '../../accounts/api-keys.ts';
import type { ApiKey } from '../../storage/interfaces/api-keys.ts';
import { command, CommandError } from './command.ts';

/** `altscribe key …` */
export const keyCommands = {
  create: command(
    z.object({ owner: userId, name: z.string().trim().min(1).max(100).default('Key') }),
    async (store, options) => {
      const owner = await getOwner(store, options.owner);
      const { key, record } = newApiKey(owner.user_id, options.name);
      await store.createKey(record);
      return { ...shown(record), api_key: key };
    },
  ),

  list: command(z.object({ owner: userId.optional() }), async (store, options) => {
    return (await store.listKeys(options.owner)).map(shown);
  }),

  revoke: command(
    z.object({ id: z.string({ error: '--id is required.' }) }),
    async (store, { id }) => {
      const key = await store.revokeKey(id, new Date().toISOString());
      if (!key) throw new CommandError(`There is no key ${id}. "altscribe key list" shows all.`);
      return shown(key);
    },
  ),
};

/** The hash is nobody's business. */
function shown({ id, owner_id: owner, hash: _hash, ...rest }: ApiKey) {
  return { id, owner, ...rest };
}
