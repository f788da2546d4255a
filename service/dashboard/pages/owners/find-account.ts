import { findUserOfOwner } from '../../../accounts/accounts.ts';
import type { Account } from '../../../storage/interfaces/accounts.ts';
import { notFound } from '../../page-error.ts';
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
