import { z } from 'zod';
import { createLink } from '../../accounts/one-time-links.ts';
import { userIdSchema } from './one-account.ts';
import { CommandError, storeCommand, type Flag, type StoreCommandGroup } from './store-command.ts';

const operatorFlag: Flag = {
  flag: '--user-id <e-mail>',
  description: 'the operator',
  isRequired: true,
};

const create = storeCommand({
  description: 'print a link that makes an operator or sets a new password, for an hour',
  flags: [operatorFlag],
  schema: userIdSchema,
  async run(store, { user_id }, { publicUrl }) {
    const address = publicUrl();
    return { user_id, setup_url: address + (await createLink(store, 'setup', user_id)) };
  },
  describeChange: ({ user_id }) => ({ action: 'operator.invited', user_id }),
});

const list = storeCommand({
  description: 'all operators',
  flags: [],
  schema: z.object({}),
  async run(store) {
    const operators = await store.listOperators();
    return operators.map(({ user_id, created_at }) => ({ user_id, created_at }));
  },
});

const remove = storeCommand({
  description: 'remove the login of an operator; an account of the same name stays',
  flags: [operatorFlag],
  schema: userIdSchema,
  async run(store, { user_id }) {
    const login = await store.findLogin(user_id);
    if (!login?.is_operator) {
      throw new CommandError(
        `There is no operator ${user_id}. "altscribe operator list" shows all.`,
      );
    }
    await store.removeLogin(user_id);
    return { user_id, removed: true };
  },
  describeChange: ({ user_id }) => ({ action: 'operator.removed', user_id }),
});

/** `altscribe operator …`; the order is that of the help. */
export const operatorCommands: StoreCommandGroup = {
  description: 'who sees and changes everything in the dashboard',
  commands: { create, list, remove },
};
