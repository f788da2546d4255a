import type { CreditLedger } from '../storage/interfaces/credit-ledger.ts';
import type { Accounts } from '../storage/interfaces/accounts.ts';
import type { Middleware } from './state.ts';
/**
 * Lets a request through whose user belongs to the owner of its API key. The first one of a month adds
 * the allowance of the user's plan.
 */
export declare function findUser(store: Accounts & Pick<CreditLedger, 'addAllowance'>): Middleware;
