import { z } from 'zod';
import { userId } from '../../../shared/contract.ts';
import type { AccountStore } from '../../storage/interfaces/account-store.ts';
import type { Account } from '../../storage/interfaces/accounts.ts';
import { CommandError, type Flag } from './store-command.ts';

/** What names the account that a command is about. */
export const userIdFlag: Flag = {
  flag: '--user-id <e-mail>',
  description: 'the user account',
  isRequired: true,
};

/** The value of that flag. */
export const userIdSchema = z.object({ user_id: userId });

/**
 * The account of a user.
 * @throws CommandError when there is none
 */
export async function getAccount(store: AccountStore, id: string): Promise<Account> {
  return (await store.findAccount(id)) ?? noAccount(id);
}

/** An account as it is printed. */
export function toPrinted({
  owner_id: owner,
  monthly_allowance: monthlyAllowance,
  allowance_month: _month,
  suspended_at: suspendedAt,
  ...account
}: Account) {
  return {
    ...account,
    ...(suspendedAt !== null && { suspended_at: suspendedAt }),
    ...(monthlyAllowance !== null && { monthly_allowance: monthlyAllowance }),
    ...(owner !== account.user_id && { owner }),
  };
}

/** @throws CommandError, always */
export function noAccount(id: string): never {
  throw new CommandError(`There is no account ${id}. "altscribe account list" shows all.`);
}
