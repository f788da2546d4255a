import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { CreditLedger, LedgerEntry } from '../../storage/interfaces/credit-ledger.ts';
import { getAccount, toPrinted, userIdFlag, userIdSchema } from './one-account.ts';
import { CommandError, storeCommand } from './store-command.ts';

const notACreditChange = '--credits must be a whole number other than 0.';

const creditChange = z
  .string({ error: notACreditChange })
  .regex(/^-?\d{1,9}$/, { error: notACreditChange, abort: true })
  .transform(Number)
  .refine((credits) => credits !== 0, { error: notACreditChange });

const referencePrefix = 'reference-';

const referenceSchema = z
  .string()
  .trim()
  .regex(/^[^\p{C}]{1,100}$/u, { error: '--id must be 1 to 100 visible characters.' })
  .optional();

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
  ],
  schema: userIdSchema.extend({ credits: creditChange, id: referenceSchema }),
  async run(store, { user_id, credits, id: reference }) {
    const before = await getAccount(store, user_id);
    const reason = credits < 0 ? ('correction' as const) : ('top-up' as const);
    const id = reference === undefined ? randomUUID() : referencePrefix + reference;
    const at = new Date().toISOString();
    const account = await store.changeCredits({
      ...{ id, user_id, credits, reason, request_id: null, at },
    });
    if (!account) {
      throw new CommandError(`${user_id} has only ${before.credits_available} credits to take.`);
    }
    if (reference !== undefined) await requireSameCredits(store, { id, user_id, credits });
    return toPrinted(account);
  },
  describeChange: ({ user_id, credits, id }) => ({
    action: 'account.credited',
    user_id,
    details: { credits, reference: id ?? null },
  }),
});

/** An entry that was there already stays: it must be the one that is asked for now. */
async function requireSameCredits(
  store: CreditLedger,
  { id, user_id, credits }: Pick<LedgerEntry, 'id' | 'user_id' | 'credits'>,
): Promise<void> {
  const entry = (await store.listEntries(user_id)).find((one) => one.id === id);
  if (!entry || entry.credits === credits) return;
  throw new CommandError(
    `--id ${toReference(entry)} was used for ${entry.credits} credits on ` +
      `${entry.at.slice(0, 10)}. Nothing was changed.`,
  );
}

/** What the operator called an entry, where they did. */
function toReference({ id }: Pick<LedgerEntry, 'id'>): string | null {
  return id.startsWith(referencePrefix) ? id.slice(referencePrefix.length) : null;
}

export const history = storeCommand({
  description: 'every change of the balance of an account, newest first',
  flags: [userIdFlag],
  schema: userIdSchema,
  async run(store, { user_id }) {
    await getAccount(store, user_id);
    const entries = await store.listEntries(user_id);
    return entries.map(({ id, at, credits, reason, request_id }) => ({
      at,
      credits,
      reason,
      request_id,
      reference: toReference({ id }),
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
