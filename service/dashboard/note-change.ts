import { noteChange, type ChangeAction, type NewChange } from '../accounts/change-log.ts';
import type { DashboardContext, DashboardDeps } from './state.ts';

/** Notes what who has signed in did to an account. */
export async function noteOwnChange(
  ctx: DashboardContext,
  { accountStore }: DashboardDeps,
  action: ChangeAction,
  change: Pick<NewChange, 'user_id' | 'details'>,
): Promise<void> {
  const actor = ctx.state.signedIn?.login.user_id ?? '';
  await noteChange(accountStore, ctx.state.log, { actor, action, ...change });
}
