import type { Account, Accounts } from '../storage/interfaces/accounts.ts';
/** The account was named as owner, but is itself under another owner or does not exist. */
export declare class NotAnOwnerError extends Error {
    readonly name = "NotAnOwnerError";
}
export interface NewAccount {
    readonly user_id: string;
    readonly plan_type: string;
    readonly credits_available: number;
    readonly monthly_allowance: number | null;
    /** Absent for an account that is its own owner. */
    readonly owner_id?: string | undefined;
}
/**
 * Creates an account. An account that is its own owner gets a first API key, which is returned here
 * and never again.
 * @throws AccountExistsError, NotAnOwnerError
 */
export declare function createAccount(store: Accounts, { owner_id: ownerId, ...given }: NewAccount): Promise<{
    account: Account;
    apiKey?: string;
}>;
/**
 * Returns the account of an owner.
 * @throws NotAnOwnerError
 */
export declare function getOwner(store: Accounts, ownerId: string): Promise<Account>;
/** Finds a user account of this owner: another owner's is like one that does not exist. */
export declare function findUserOfOwner(store: Accounts, userId: string, ownerId: string): Promise<Account | undefined>;
