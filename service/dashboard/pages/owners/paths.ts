import { findUserOfOwner } from '../../../accounts/accounts.ts';
import type { Account } from '../../../storage/interfaces/accounts.ts';
import { notFound } from '../../render.tsx';
import type { DashboardDeps, PageContext } from '../../state.ts';

/**
 * Gets the owner that the path names.
 * @throws PageError 404 where there is none, or it is an account under another one
 */
export async function getOwnerOfPath(ctx: PageContext, deps: DashboardDeps): Promise<Account> {
  const id = idOf(ctx, 'id');
  return getOrNotFound(findUserOfOwner(deps.accountStore, id, id));
}

/**
 * Gets the account that the path names, below its owner.
 * @throws PageError 404 where there is none
 */
export async function getAccountOfPath(ctx: PageContext, deps: DashboardDeps): Promise<Account> {
  const { user_id: ownerId } = await getOwnerOfPath(ctx, deps);
  return getOrNotFound(findUserOfOwner(deps.accountStore, idOf(ctx, 'user'), ownerId));
}

async function getOrNotFound(finding: Promise<Account | undefined>): Promise<Account> {
  const account = await finding;
  if (!account) throw notFound();
  return account;
}

function idOf({ params }: PageContext, name: string): string {
  return (params[name] ?? '').trim().toLowerCase();
}

/** More than anybody has, and less than what a number loses digits at. */
const most = 1_000_000_000;

/** Reads a whole number that was typed; nothing where it is none, or out of bounds. */
export function parseWholeNumber(typed: string, least: number): number | undefined {
  if (!/^-?\d{1,10}$/.test(typed)) return undefined;
  const number = Number(typed);
  return number >= least && number <= most ? number : undefined;
}

export const ownersPath = '/dashboard/owners';

/** The page of one owner, or of something that is done to it. */
export function ownerPath(ownerId: string, action: '' | '/invite' | '/suspend' | '/resume' = '') {
  return `${ownersPath}/${encodeURIComponent(ownerId)}${action}`;
}

/** The page of one account of an owner: its own, or that of one of its users. */
export function accountPath(
  { owner_id: owner, user_id: user }: { readonly owner_id: string; readonly user_id: string },
  action: '' | '/plan' | '/credits' = '',
) {
  return `${ownerPath(owner)}/accounts/${encodeURIComponent(user)}${action}`;
}
