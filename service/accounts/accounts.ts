import { unlimitedCredits, unlimitedPlan } from '../../shared/contract.ts';
import type { Account, Accounts } from '../storage/interfaces/accounts.ts';
import { newApiKey } from './api-keys.ts';

/** The account named as owner doesn't exist, or itself belongs to another owner. */
export class NotAnOwnerError extends Error {
  override readonly name = 'NotAnOwnerError';
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
 * Whether an account's plan is unlimited. Its calls are never refused for lack of credits, and
 * don't change the balance.
 */
export function isUnlimited({ plan_type: plan }: Pick<Account, 'plan_type'>): boolean {
  return plan.toLowerCase() === unlimitedPlan;
}

/** The credits of an account as the interface shows them: a fixed number for an unlimited plan. */
export function shownCredits(account: Pick<Account, 'plan_type' | 'credits_available'>): number {
  return isUnlimited(account) ? unlimitedCredits : account.credits_available;
}

/** The state of a new account. */
const newState = { allowance_month: null, suspended_at: null, daily_calls_max: null };

/**
 * Creates an account. An account that is its own owner also gets its first API key, which is only
 * ever returned here.
 * @throws AccountExistsError, NotAnOwnerError
 */
export async function createAccount(
  store: Accounts,
  { owner_id: ownerId, ...given }: NewAccount,
): Promise<{ account: Account; apiKey?: string }> {
  const fields = { ...given, ...newState };
  if (ownerId !== undefined && ownerId !== fields.user_id) {
    await getOwner(store, ownerId);
    const account = { ...fields, owner_id: ownerId };
    await store.createAccount(account, new Date().toISOString());
    return { account };
  }
  const account = { ...fields, owner_id: fields.user_id };
  const { key, record } = newApiKey(fields.user_id, 'First key');
  await store.createAccount(account, record.created_at, record);
  return { account, apiKey: key };
}

/**
 * Creates an owner account without an API key, because only the owner should see the key.
 * @throws AccountExistsError
 */
export async function createOwnerWithoutKey(
  store: Accounts,
  given: Omit<NewAccount, 'owner_id'>,
): Promise<Account> {
  const account = { ...given, ...newState, owner_id: given.user_id };
  await store.createAccount(account, new Date().toISOString());
  return account;
}

/**
 * Returns the account of an owner.
 * @throws NotAnOwnerError
 */
export async function getOwner(store: Accounts, ownerId: string): Promise<Account> {
  const owner = await store.findAccount(ownerId);
  if (!owner) throw new NotAnOwnerError(`There is no account ${ownerId}.`);
  if (owner.owner_id !== owner.user_id) {
    throw new NotAnOwnerError(`${ownerId} belongs to ${owner.owner_id} and owns no accounts.`);
  }
  return owner;
}

/**
 * Removes an account with everything in it. The users of an owner go first, so after a failure it
 * can be removed again.
 * @param noteRemoved called for each removed account
 * @returns whether it existed
 * @throws AccountOwnsOthersError if users were added meanwhile
 */
export async function removeWithUsers(
  store: Accounts,
  userId: string,
  noteRemoved: (userId: string) => Promise<void>,
): Promise<boolean> {
  const users = (await store.listAccounts(userId)).map(({ user_id: id }) => id);
  let isRemoved = false;
  for (const id of [...users.filter((user) => user !== userId), userId]) {
    isRemoved = await store.removeAccount(id);
    if (isRemoved) await noteRemoved(id);
  }
  return isRemoved;
}

/** Finds a user account of this owner. Another owner's account counts as not found. */
export async function findUserOfOwner(
  store: Accounts,
  userId: string,
  ownerId: string,
): Promise<Account | undefined> {
  const account = await store.findAccount(userId);
  return account?.owner_id === ownerId ? account : undefined;
}
