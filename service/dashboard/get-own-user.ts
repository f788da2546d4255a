import { userId as userIdSchema } from '../../shared/contract.ts';
import type { Account } from '../storage/interfaces/accounts.ts';
import { findUserOfOwner } from '../accounts/accounts.ts';
import { getOwner } from './get-signed-in.ts';
import { notFound } from './page-error.ts';
import type { DashboardContext, DashboardDeps } from './state.ts';

/**
 * Gets a user of the owner who has signed in.
 * @throws PageError 404, the same for another owner's user and for one that does not exist
 */
export async function getOwnUser(
  ctx: DashboardContext,
  { accountStore }: DashboardDeps,
  userId: string,
): Promise<Account> {
  const parsed = userIdSchema.safeParse(userId);
  const { user_id: ownerId } = getOwner(ctx);
  const user = parsed.success && (await findUserOfOwner(accountStore, parsed.data, ownerId));
  if (!user) throw notFound();
  return user;
}
