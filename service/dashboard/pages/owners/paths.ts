import { findUserOfOwner } from '../../../accounts/accounts.ts';
import type { Account } from '../../../storage/interfaces/accounts.ts';
import { addressText, notFound } from '../../render.tsx';
import type { DashboardDeps, PageContext } from '../../state.ts';

/**
 * Gets the owner in the path.
 * @throws PageError 404 if there is none, or it belongs to another owner
 */
export async function getOwnerOfPath(ctx: PageContext, deps: DashboardDeps): Promise<Account> {
  const id = idOf(ctx, 'id');
  return getOrNotFound(findUserOfOwner(deps.accountStore, id, id));
}

/**
 * Gets the account in the path, within its owner.
 * @throws PageError 404 if there is none
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
  return addressText(params[name]).trim().toLowerCase();
}

/** More than any account needs, and few enough to stay an exact number. */
const most = 1_000_000_000;

/** Parses a whole number from a form; nothing if it is invalid or out of bounds. */
export function parseWholeNumber(typed: string, least: number): number | undefined {
  if (!/^-?\d{1,10}$/.test(typed)) return undefined;
  const number = Number(typed);
  return number >= least && number <= most ? number : undefined;
}
