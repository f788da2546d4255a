import { z } from 'zod';
import { command } from './command.ts';

/** What `altscribe doctor` asks of the store. */
export const storeCommands = {
  check: command(z.object({}), async (store) => ({
    accounts: await store.countAccounts(),
    imbalances: await store.listImbalances(),
  })),
};
