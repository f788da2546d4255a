import * as z from 'zod';
import { userId } from '../../../shared/contract.ts';
import { findUserOfOwner, getOwner } from '../../accounts/accounts.ts';
import { expiresAt, expiryLike, hoursAfter, newApiKey } from '../../accounts/api-keys.ts';
import type { Account } from '../../storage/interfaces/accounts.ts';
import type { ApiKey } from '../../storage/interfaces/api-keys.ts';
import { getAccount } from './account.ts';
import {
  CommandError,
  storeCommand,
  wholeNumber,
  type Flag,
  type StoreCommandGroup,
} from './store-command.ts';

const notATimeToCome =
  '--expires-at must be a future day or time in ISO 8601: 2030-01-31 (at 00:00 UTC) ' +
  'or 2030-01-31T18:00:00Z.';

const timeToCome = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: notATimeToCome })
  .transform((time) => new Date(time).toISOString())
  .refine((time) => Date.parse(time) > Date.now(), { error: notATimeToCome });

const idFlag: Flag = {
  flag: '--id <id>',
  description: 'the id shown by "key list"',
  isRequired: true,
};

const idSchema = z.object({ id: z.string({ error: '--id is required.' }) });

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
  describeChange: (_options, key) => describeKey('key.created', key),
});

const list = storeCommand({
  description: 'list all keys',
  flags: [
    { flag: '--owner <e-mail>', description: 'only keys of this owner' },
    { flag: '--user-id <e-mail>', description: 'an owner, or a user: only keys that work for it' },
  ],
  schema: z.object({ owner: userId.optional(), user_id: userId.optional() }),
  async run(store, { owner, user_id: id }) {
    const account = id === undefined ? undefined : await getAccount(store, id);
    const keys = await store.listKeys(owner ?? account?.owner_id);
    return keys.filter((key) => !account || isFor(key, account)).map(toPrinted);
  },
});

/** Whether a key belongs to an owner, or works for a user. */
function isFor(key: ApiKey, { user_id: id, owner_id: ownerId }: Account): boolean {
  if (key.owner_id !== ownerId) return false;
  return id === ownerId || key.user_id === null || key.user_id === id;
}

const rotate = storeCommand({
  description: 'replace a key by a new one, shown once',
  flags: [
    idFlag,
    { flag: '--grace <hours>', description: 'how long the old one still works; 24 by default' },
  ],
  schema: idSchema.extend({ grace: wholeNumber('--grace', 0).optional() }),
  async run(store, { id, grace = 24 }) {
    const old = (await store.listKeys()).find((key) => key.id === id) ?? noKey(id);
    const made = newApiKey(old.owner_id, old.name);
    const at = made.record.created_at;
    const expires = expiresAt(expiryLike(old), at);
    const record = { ...made.record, expires_at: expires, user_id: old.user_id };
    if (!(await store.rotateKey(id, record, hoursAfter(at, grace)))) {
      throw new CommandError(
        `The key ${id} no longer works. "altscribe key create" makes a new one.`,
      );
    }
    return { ...toPrinted(record), api_key: made.key, old_last4: old.last4 };
  },
  describeChange: (_options, { old_last4, ...key }) =>
    describeKey('key.rotated', key, { old_last4 }),
});

const revoke = storeCommand({
  description: 'revoke a key',
  flags: [idFlag],
  schema: idSchema,
  async run(store, { id }) {
    const key = await store.revokeKey(id, new Date().toISOString());
    return toPrinted(key ?? noKey(id));
  },
  describeChange: (_options, key) => describeKey('key.revoked', key),
});

/** `altscribe key …`, in the order of the help. */
export const keyCommands: StoreCommandGroup = {
  description: 'manage API keys',
  commands: { create, list, rotate, revoke },
};

/** What the log of changes says about a key. */
function describeKey(
  action: 'key.created' | 'key.rotated' | 'key.revoked',
  { id, owner, name, last4, user_id: only }: ReturnType<typeof toPrinted>,
  more: Readonly<Record<string, string>> = {},
) {
  const details = { id, name, last4, ...(only !== null && { only_for: only }), ...more };
  return { action, user_id: owner, details };
}

/**
 * Always throws.
 * @throws CommandError
 */
function noKey(id: string): never {
  throw new CommandError(`There is no key ${id}. "altscribe key list" lists all keys.`);
}

/** A key in the format for printing, without its hash. */
function toPrinted({ id, owner_id: owner, hash: _hash, ...rest }: ApiKey) {
  return { id, owner, ...rest };
}
