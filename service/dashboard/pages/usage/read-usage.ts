import type { Account } from '../../../storage/interfaces/accounts.ts';
import type { DailyUsage } from '../../../storage/interfaces/usage-log.ts';
import { getOwner } from '../../get-signed-in.ts';
import { getOwnUser } from '../../get-own-user.ts';
import { queryText } from '../../query.ts';
import type { DashboardContext, DashboardDeps } from '../../state.ts';
import { firstDayOf, parsePeriod, type Period } from './periods.ts';

/** What the query asks for, and what there is of it. */
export interface AskedUsage {
  readonly period: Period;
  /** Whose usage it is; nothing for all users of the owner together. */
  readonly user: Account | undefined;
  /** Days with usage in the period, newest first. */
  readonly rows: readonly DailyUsage[];
  /** The last day of the period (UTC). */
  readonly today: string;
}

/**
 * Reads the usage that the query asks for by `days` and `user`.
 * @throws PageError 404 for a user that is not the owner's
 */
export async function readUsage(ctx: DashboardContext, deps: DashboardDeps): Promise<AskedUsage> {
  const { accountStore } = deps;
  const asked = queryText(ctx, 'user');
  const user = asked === '' ? undefined : await getOwnUser(ctx, deps, asked);
  const period = parsePeriod(ctx.query['days']);
  const today = new Date().toISOString().slice(0, 10);
  const first = firstDayOf(period, today);
  const rows = user
    ? await accountStore.listUsage(user.user_id)
    : await accountStore.listOwnerUsage(getOwner(ctx).user_id, first);
  const isAsked = ({ day }: DailyUsage) => day >= first && day <= today;
  return { period, user, rows: rows.filter(isAsked), today };
}
