import type { Account } from '../storage/interfaces/accounts.ts';
import { isAllowanceDue } from '../storage/interfaces/allowance.ts';
import type { CreditLedger } from '../storage/interfaces/credit-ledger.ts';
import { today } from './today.ts';

/**
 * Adds the allowance of this month (UTC) where it is due. No other call of the month writes.
 * @returns the account after it
 * @throws StoreError
 */
export async function topUp(
  store: Pick<CreditLedger, 'addAllowance'>,
  user: Account,
): Promise<Account> {
  if (!isAllowanceDue(user, today())) return user;
  return (await store.addAllowance(user.user_id, new Date().toISOString())) ?? user;
}
