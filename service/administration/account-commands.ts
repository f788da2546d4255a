import { z } from 'zod';
import { userId } from '../../shared/contract.ts';
import { createAccount } from '../accounts/accounts.ts';
import type { Account } from '../storage/store.ts';
import { command, CommandError, wholeNumber } from './command.ts';

const planType = z.string({ error: '--plan is required.' }).trim().min(1).max(64);
const oneUser = z.object({ user_id: userId });

/** `altscribe account …` */
export const accountCommands = {
  create: command(
    z.object({
      user_id: userId,
      plan: planType,
      credits: wholeNumber('--credits', 0),
      owner: userId.optional(),
    }),
    async (store, options) => {
      const { account, apiKey } = await createAccount(store, {
        user_id: options.user_id,
        plan_type: options.plan,
        credits_available: options.credits,
        owner_id: options.owner,
      });
      return { ...shown(account), ...(apiKey && { api_key: apiKey }) };
    },
  ),

  show: command(oneUser, async (store, options) => {
    return shown((await store.findAccount(options.user_id)) ?? noAccount(options.user_id));
  }),

  list: command(z.object({ owner: userId.optional() }), async (store, options) => {
    return (await store.listAccounts(options.owner)).map(shown);
  }),

  credit: command(
    oneUser.extend({ credits: wholeNumber('--credits', 1) }),
    async (store, options) => {
      const account = await store.addCredits(options.user_id, options.credits);
      return shown(account ?? noAccount(options.user_id));
    },
  ),
};

function shown({ owner_id: owner, ...account }: Account) {
  return owner === account.user_id ? account : { ...account, owner };
}

function noAccount(id: string): never {
  throw new CommandError(`There is no account ${id}. "altscribe account list" shows all.`);
}
