import { randomUUID } from 'node:crypto';
import type { Change } from '../storage/interfaces/change-log.ts';
import type { DashboardContext, DashboardDeps } from './state.ts';

/** Notes what who has signed in did to an account. */
export async function noteChange(
  ctx: DashboardContext,
  { accountStore }: DashboardDeps,
  action: string,
  userId: string,
  details: Change['details'],
): Promise<void> {
  const actor = ctx.state.signedIn?.login.user_id ?? '';
  const at = new Date().toISOString();
  const change = { id: randomUUID(), at, actor, action, user_id: userId, details };
  await accountStore.addChange(change).catch((error: unknown) => {
    ctx.state.log.error({ err: error, action }, 'change not noted');
  });
}
