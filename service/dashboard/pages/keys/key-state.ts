import * as z from 'zod';
import { expiries } from '../../../accounts/api-keys.ts';
import { ownerPath, ownersPath } from '../../../accounts/dashboard-paths.ts';
import type { Account } from '../../../storage/interfaces/accounts.ts';
import type { ApiKey } from '../../../storage/interfaces/api-keys.ts';
import { getOwner, noteOwnChange } from '../../get-signed-in.ts';
import type { Texts } from '../../locales/locales.ts';
import { notFound } from '../../render.tsx';
import type { DashboardContext, DashboardDeps, PageContext } from '../../state.ts';
import { getOwnerOfPath } from '../owners/paths.ts';

export const expirySchema = z.enum(expiries);

/** The form's options for how long a rotated key still works, in hours. */
export const graces = ['0', '1', '24', '168'] as const;
export const graceSchema = z.enum(graces);

export const longestKeyName = 100;

/** Validates the name of a key. */
export function keyNameProblem(name: string, { form }: Texts): string | undefined {
  if (name === '') return form.required;
  return name.length > longestKeyName ? form.tooLong(longestKeyName) : undefined;
}

export const keysPath = '/dashboard/keys';

/** Whose keys a page is about. */
export interface KeyScope {
  readonly access: 'owner' | 'operator';
  /** The navigation entry. */
  readonly current: 'keys' | 'owners';
  /** The path of the list, for routes. */
  readonly path: string;
  /** The path of an owner's list. */
  listPath(ownerId: string): string;
  /** @throws PageError 404 */
  getOwner(ctx: PageContext, deps: DashboardDeps): Promise<Account>;
}

/** The keys of the signed-in owner. */
export const ownKeys: KeyScope = {
  access: 'owner',
  current: 'keys',
  path: keysPath,
  listPath: () => keysPath,
  getOwner: (ctx) => Promise.resolve(getOwner(ctx)),
};

/** The keys of any owner, for operators. */
export const keysOfOwner: KeyScope = {
  access: 'operator',
  current: 'owners',
  path: `${ownersPath}/:id/keys`,
  listPath: (ownerId) => ownerPath(ownerId, '/keys'),
  getOwner: getOwnerOfPath,
};

/** Whether a key works, and what ends or ended it. */
type KeyState = 'active' | 'expires' | 'expired' | 'revoked';

/** The state of a key at a time. */
export function keyState(key: Pick<ApiKey, 'revoked_at' | 'expires_at'>, now: string): KeyState {
  if (key.revoked_at) return 'revoked';
  if (!key.expires_at) return 'active';
  return key.expires_at > now ? 'expires' : 'expired';
}

/** Whether a key works at a time. */
export function works(key: Pick<ApiKey, 'revoked_at' | 'expires_at'>, now: string): boolean {
  return ['active', 'expires'].includes(keyState(key, now));
}

/** Working keys first, each group newest first. */
export function inOrder(keys: readonly ApiKey[], now: string): ApiKey[] {
  return keys.toSorted(
    (a, b) =>
      Number(works(b, now)) - Number(works(a, now)) || b.created_at.localeCompare(a.created_at),
  );
}

/**
 * Gets the key in the path.
 * @throws PageError 404, both for another owner's key and for one that doesn't exist
 */
export async function getKeyOfPath(
  ctx: PageContext,
  deps: DashboardDeps,
  scope: KeyScope,
): Promise<ApiKey> {
  const { user_id: ownerId } = await scope.getOwner(ctx, deps);
  const keys = await deps.accountStore.listKeys(ownerId);
  const key = keys.find(({ id }) => id === ctx.params['key']);
  if (!key) throw notFound();
  return key;
}

/** Gets the key in the path, if it still works. */
export async function getWorkingKey(
  ctx: PageContext,
  deps: DashboardDeps,
  scope: KeyScope,
): Promise<ApiKey> {
  const key = await getKeyOfPath(ctx, deps, scope);
  if (!works(key, new Date().toISOString())) throw notFound();
  return key;
}

/** Logs who did what to a key, with only those details by which its owner recognises it. */
export function noteKeyChange(
  ctx: DashboardContext,
  deps: DashboardDeps,
  action: 'key.created' | 'key.rotated' | 'key.revoked',
  { owner_id, id, name, last4, user_id: user }: ApiKey,
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  return noteOwnChange(ctx, deps, action, {
    user_id: owner_id,
    details: { id, name, last4, ...(user !== null && { only_for: user }), ...details },
  });
}
