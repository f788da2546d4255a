import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { userId } from '../../../shared/contract.ts';
import { createAccount } from '../../accounts/accounts.ts';
import type { AccountStore } from '../../storage/interfaces/account-store.ts';
import type { Account } from '../../storage/interfaces/accounts.ts';
import { command, CommandError, wholeNumber } from './command.ts';

const notACreditChange = '--credits must be a whole number other than 0.';

const planType = z.string({ error: '--plan is required.' }).trim().min(1).max(64);
const allowance = wholeNumber('--monthly-allowance', 0).optional();
const creditChange = z
  .string({ error: notACreditChange })
  .regex(/^-?\d{1,9}$/, { error: notACreditChange, abort: true })
  .transform(Number)
  .refine((credits) => credits !== 0, { error: notACreditChange });
const oneUser = z.object({ user_id: userId });

/** `altscribe account …` */
export const accountCommands = {
  create: command(
    z.object({
      user_id: userId,
      plan: planType,
      credits: wholeNumber('--credits', 0),
      monthly_allowance: allowance,
      owner: userId.optional(),
    }),
    async (store, options) => {
      const { account, apiKey } = await createAccount(store, {
        user_id: options.user_id,
        plan_type: options.plan,
        credits_available: options.credits,
        monthly_allowance: options.monthly_allowance ?? null,
        owner_id: options.owner,
      });
      return { ...shown(account), ...(apiKey && { api_key: apiKey }) };
    },
  ),

  show: command(oneUser, async (store, options) => shown(await getAccount(store, options.user_id))),

  list: command(z.object({ owner: userId.optional() }), async (store, options) => {
    return (await store.listAccounts(options.owner)).map(shown);
  }),

  credit: command(
    oneUser.extend({ credits: creditChange }),
    async (store, { user_id, credits }) => {
      const before = await getAccount(store, user_id);
      const reason = credits < 0 ? ('correction' as const) : ('top-up' as const);
      const entry = { id: randomUUID(), user_id, credits, reason, request_id: null };
      const account = await store.changeCredits({ ...entry, at: new Date().toISOString() });
      if (account) return shown(account);
      throw new CommandError(`${user_id} has only ${before.credits_available} credits to take.`);
    },
  ),

  plan: command(
    oneUser.extend({ plan: planType, monthly_allowance: allowance }),
    async (store, options) => {
      const account = await store.changePlan(options.user_id, {
        plan_type: options.plan,
        monthly_allowance: options.monthly_allowance ?? null,
      });
      return shown(account ?? noAccount(options.user_id));
    },
  ),

  remove: command(oneUser, async (store, { user_id }) => {
    if (!(await store.removeAccount(user_id))) noAccount(user_id);
    return { user_id, removed: true };
  }),

  history: command(oneUser, async (store, { user_id }) => {
    await getAccount(store, user_id);
    const entries = await store.listEntries(user_id);
    return entries.map(({ at, credits, reason, request_id }) => ({
      at,
      credits,
      reason,
      request_id,
    }));
  }),

  usage: command(oneUser, async (store, { user_id }) => {
    await getAccount(store, user_id);
    return (await store.listUsage(user_id)).map(({ user_id: _user, ...day }) => day);
  }),
};

async function getAccount(store: AccountStore, id: string): Promise<Account> {
  return (await store.findAccount(id)) ?? noAccount(id);
}

function shown({ owner_id: owner, monthly_allowance: monthlyAllowance, ...account }: Account) {
  return {
    ...account,
    ...(monthlyAllowance !== null && { monthly_allowance: monthlyAllowance }),
    ...(owner !== account.user_id && { owner }),
  };
}

function noAccount(id: string): never {
  throw new CommandError(`There is no account ${id}. "altscribe account list" shows all.`);
}
