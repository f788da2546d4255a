import { noAccount, userIdFlag, userIdSchema } from './one-account.ts';
import { storeCommand } from './store-command.ts';

export const repair = storeCommand({
  description: 'put right what a clock that was ahead has left in an account',
  flags: [userIdFlag],
  schema: userIdSchema,
  async run(store, { user_id }) {
    const repaired = await store.repairAccount(user_id, new Date().toISOString());
    return { user_id, ...(repaired ?? noAccount(user_id)) };
  },
});
