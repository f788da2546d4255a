import { z } from 'zod';
import { addCredits, referenceOf } from '../../accounts/add-credits.ts';
import { commandLine } from '../../accounts/change-log.ts';
import { ReferenceUsedError } from '../../accounts/errors.ts';
import { getAccount, noAccount, toPrinted, userIdFlag, userIdSchema } from './one-account.ts';
import { CommandError, storeCommand } from './store-command.ts';

const notACreditChange = '--credits must be a whole number other than 0.';

const creditChange = z
  .string({ error: notACreditChange })
  .regex(/^-?\d{1,9}$/, { error: notACreditChange, abort: true })
  .transform(Number)
  .refine((credits) => credits !== 0, { error: notACreditChange });

function visibleText(option: string, longest: number) {
  return z
    .string()
    .trim()
    .regex(new RegExp(`^[^\\p{C}]{1,${longest}}$`, 'u'), {
      error: `${option} must be 1 to ${longest} visible characters.`,
    })
    .optional();
}

export const credit = storeCommand({
  description: 'add credits to an account',
  flags: [
    userIdFlag,
    {
      flag: '--credits <number>',
      description: 'how many to add; below zero to take back a mistake',
      isRequired: true,
    },
    {
      flag: '--id <your reference>',
      description: 'the number of a payment, for example: the same one counts once',
    },
    { flag: '--note <text>', description: 'why, for the history' },
  ],
  schema: userIdSchema.extend({
    credits: creditChange,
    id: visibleText('--id', 100),
    note: visibleText('--note', 200),
  }),
  async run(store, { user_id, credits, id: reference = null, note = null }) {
    const change = { userId: user_id, credits, reference, note, actor: commandLine };
    const account = await addCredits(store, change).catch((error: unknown) => {
      throw error instanceof ReferenceUsedError ? new CommandError(`--id ${error.message}`) : error;
    });
    return toPrinted(account ?? noAccount(user_id));
  },
  describeChange: ({ user_id, credits, id, note }) => ({
    action: 'account.credited',
    user_id,
    details: { credits, reference: id ?? null, note: note ?? null },
  }),
});

export const history = storeCommand({
  description: 'every change of the balance of an account, newest first',
  flags: [userIdFlag],
  schema: userIdSchema,
  async run(store, { user_id }) {
    await getAccount(store, user_id);
    const entries = await store.listEntries(user_id);
    return entries.map(({ id, at, credits, reason, request_id, actor, note }) => ({
      at,
      credits,
      reason,
      request_id,
      reference: referenceOf({ id }),
      actor,
      note,
    }));
  },
});
