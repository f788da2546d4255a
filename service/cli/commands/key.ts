import * as z from 'zod';
import { userId } from '../../../shared/contract.ts';
import { findUserOfOwner, getOwner } from '../../accounts/accounts.ts';
import { newApiKey } from '../../accounts/api-keys.ts';
import type { ApiKey } from '../../storage/interfaces/api-keys.ts';
import { CommandError, storeCommand, type StoreCommandGroup } from './store-command.ts';

const notATimeToCome =
  '--expires-at must be a future day or time in ISO 8601: 2030-01-31 (at 00:00 UTC) ' +
  'or 2030-01-31T18:00:00Z.';

const timeToCome = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: notATimeToCome })
  .transform((time) => new Date(time).toISOString())
  .refine((time) => Date.parse(time) > Date.now(), { error: notATimeToCome });

const create = storeCommand({
  description: 'create a key, shown once',
  flags: [
    { flag: '--owner <e-mail>', description: 'the owner of the key', isRequired: true },
    { flag: '--name <name>', description: 'a name for the key' },
    { flag: '--user-id <e-mail>', description: 'the only user it works for; all by default' },
    { flag: '--expires-at <time>', description: 'when it stops working; never by default' },
  ],
  schema: z.object({
    owner: userId,
    name: z.string().trim().min(1).max(100).default('Key'),
    user_id: userId.optional(),
    expires_at: timeToCome.optional(),
  }),
  async run(store, options) {
    const owner = await getOwner(store, options.owner);
    const { user_id: user = null } = options;
    if (user !== null && !(await findUserOfOwner(store, user, owner.user_id))) {
      throw new CommandError(`${owner.user_id} has no user ${user}.`);
    }
    const made = newApiKey(owner.user_id, options.name, options.expires_at);
    const { key } = made;
    const record = { ...made.record, user_id: user };
    await store.createKey(record);
    return { ...toPrinted(record), api_key: key };
  },
  describeChange: (_options, { id, owner, name, last4, user_id: only }) => ({
    action: 'key.created',
    user_id: owner,
    details: { id, name, last4, ...(only !== null && { only_for: only }) },
  }),
});

const list = storeCommand({
  description: 'list all keys',
  flags: [{ flag: '--owner <e-mail>', description: 'only keys of this owner' }],
  schema: z.object({ owner: userId.optional() }),
  run: async (store, { owner }) => (await store.listKeys(owner)).map(toPrinted),
});

const revoke = storeCommand({
  description: 'revoke a key',
  flags: [{ flag: '--id <id>', description: 'the id shown by "key list"', isRequired: true }],
  schema: z.object({ id: z.string({ error: '--id is required.' }) }),
  async run(store, { id }) {
    const key = await store.revokeKey(id, new Date().toISOString());
    if (!key) throw new CommandError(`There is no key ${id}. "altscribe key list" lists all keys.`);
    return toPrinted(key);
  },
  describeChange: (_options, { id, owner, name, last4 }) => ({
    action: 'key.revoked',
    user_id: owner,
    details: { id, name, last4 },
  }),
});

/** `altscribe key …`, in the order of the help. */
export const keyCommands: StoreCommandGroup = {
  description: 'manage API keys',
  commands: { create, list, revoke },
};

/** A key in the format for printing, without its hash. */
function toPrinted({ id, owner_id: owner, hash: _hash, ...rest }: ApiKey) {
  return { id, owner, ...rest };
}
