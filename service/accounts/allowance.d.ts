import type { Account } from '../storage/interfaces/accounts.ts';
import type { CreditLedger } from '../storage/interfaces/credit-ledger.ts';
/**
 * Adds the allowance of this month (UTC) where it is due. No other call of the month writes.
 * @returns the account after it
 * @throws StoreError
 */
export declare function topUp(store: Pick<CreditLedger, 'addAllowance'>, user: Account): Promise<Account>;
