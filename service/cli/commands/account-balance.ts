import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { getAccount, toPrinted, userIdFlag, userIdSchema } from './one-account.ts';
import { CommandError, storeCommand } from './store-command.ts';

const notACreditChange = '--credits must be a whole number other than 0.';

const creditChange = z
  .string({ error: notACreditChange })
  .regex(/^-?\d{1,9}$/, { error: notACreditChange, abort: true })
  .transform(Number)
  .refine((credits) => credits !== 0, { error: notACreditChange });

export const credit = storeCommand({
  description: 'add credits to an account',
  flags: [
    userIdFlag,
    {
      flag: '--credits <number>',
      description: 'how many to add; below zero to take back a mistake',
      isRequired: true,
    },
  ],
  schema: userIdSchema.extend({ credits: creditChange }),
  async run(store, { user_id, credits }) {
    const before = await getAccount(store, user_id);
    const reason = credits < 0 ? ('correction' as const) : ('top-up' as const);
    const entry = { id: randomUUID(), user_id, credits, reason, request_id: null };
    const account = await store.changeCredits({ ...entry, at: new Date().toISOString() });
    if (account) return toPrinted(account);
    throw new CommandError(`${user_id} has only ${before.credits_available} credits to take.`);
  },
});

export const history = storeCommand({
  description: 'every change of the balance of an account, newest first',
  flags: [userIdFlag],
  schema: userIdSchema,
  async run(store, { user_id }) {
    await getAccount(store, user_id);
    const entries = await store.listEntries(user_id);
    return entries.map(({ at, credits, reason, request_id }) => ({
      at,
      credits,
      reason,
      request_id,
    }));
  },
});

export const usage = storeCommand({
  description: 'what an account did on each day (UTC), newest first',
  flags: [userIdFlag],
  schema: userIdSchema,
  async run(store, { user_id }) {
    await getAccount(store, user_id);
    return (await store.listUsage(user_id)).map(({ user_id: _user, ...day }) => day);
  },
});
