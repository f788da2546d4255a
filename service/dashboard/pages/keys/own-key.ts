import type { ApiKey } from '../../../storage/interfaces/api-keys.ts';
import { getOwner } from '../../get-signed-in.ts';
import { notFound } from '../../page-error.ts';
import type { DashboardDeps, PageContext } from '../../state.ts';
import { works } from './key-state.ts';

/**
 * Gets the key that the path names.
 * @throws PageError 404, the same for another owner's key and for one that does not exist
 */
export async function getOwnKey(
  ctx: PageContext,
  { accountStore }: DashboardDeps,
): Promise<ApiKey> {
  const keys = await accountStore.listKeys(getOwner(ctx).user_id);
  const key = keys.find(({ id }) => id === ctx.params['id']);
  if (!key) throw notFound();
  return key;
}

/** Gets the key that the path names, while it works: with another one, there is nothing to do. */
export async function getWorkingKey(ctx: PageContext, deps: DashboardDeps): Promise<ApiKey> {
  const key = await getOwnKey(ctx, deps);
  if (!works(key, new Date().toISOString())) throw notFound();
  return key;
}
