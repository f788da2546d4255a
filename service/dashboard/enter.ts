import { createSession, endSession } from '../accounts/sessions.ts';
import { writeSessionCookie } from './session-cookie.ts';
import type { DashboardContext, DashboardDeps } from './state.ts';

/** Signs somebody in: with a new session, so that an id that was known before is worth nothing. */
export async function enter(
  ctx: DashboardContext,
  { accountStore }: DashboardDeps,
  userId: string,
): Promise<void> {
  const { signedIn } = ctx.state;
  if (signedIn) await endSession(accountStore, signedIn.session);
  const id = await createSession(accountStore, userId, ctx.get('User-Agent'));
  writeSessionCookie(ctx, id);
}
