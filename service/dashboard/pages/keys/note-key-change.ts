import type { ApiKey } from '../../../storage/interfaces/api-keys.ts';
import { noteOwnChange } from '../../note-change.ts';
import type { DashboardContext, DashboardDeps } from '../../state.ts';

/** Notes who did what to a key. Of the key, only what its owner recognises it by is noted. */
export function noteKeyChange(
  ctx: DashboardContext,
  deps: DashboardDeps,
  action: 'key.created' | 'key.rotated' | 'key.revoked',
  { owner_id, id, name, last4 }: ApiKey,
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  return noteOwnChange(ctx, deps, action, {
    user_id: owner_id,
    details: { id, name, last4, ...details },
  });
}
