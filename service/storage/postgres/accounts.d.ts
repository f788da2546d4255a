import type { Account, Accounts } from '../interfaces/accounts.ts';
import type { Database } from './database.ts';
/** The columns of an `Account`. */
export declare const accountColumns = "user_id, owner_id, plan_type, credits_available, monthly_allowance, allowance_month";
/** Finds the account of a user. */
export declare function findAccount(database: Database, userId: string): Promise<Account | undefined>;
/** The part of the store that keeps accounts. */
export declare function accountMethods(database: Database): Omit<Accounts, 'repairAccount'>;
