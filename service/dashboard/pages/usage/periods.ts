import type { Account } from '../../../storage/interfaces/accounts.ts';
import type { DailyUsage } from '../../../storage/interfaces/usage-log.ts';
import { getOwner, getOwnUser } from '../../get-signed-in.ts';
import { queryText } from '../../render.tsx';
import type { DashboardContext, DashboardDeps } from '../../state.ts';

/** The choices of a period, in days including today. */
export const periods = [7, 30, 90, 400] as const;

export type Period = (typeof periods)[number];

/** The counts of a day. */
export type Counts = Omit<DailyUsage, 'user_id' | 'day'>;

/** Usage of one day, or of one week that begins on Monday. */
export interface Step extends Counts {
  /** Its first day within the period: `2026-11-20`. */
  readonly from: string;
  /** Its last day. */
  readonly to: string;
}

/**
 * Periods longer than this, in days, are shown by week: more bars would be too thin to see, and the
 * page too large.
 */
const mostDays = 90;

/** Whether a period is shown by week. */
export function isByWeek(period: Period): boolean {
  return period > mostDays;
}

/** The first day of a period that ends with `today`. */
export function firstDayOf(period: Period, today: string): string {
  return addDays(today, 1 - period);
}

/**
 * Usage per day of a period that ends with `today`, or per week if it is shown by week, oldest
 * first. Days without a row count zero; rows outside the period are ignored. The period may cut off
 * the first and last week.
 */
export function stepsOf(
  rows: readonly ({ readonly day: string } & Counts)[],
  period: Period,
  today: string,
): Step[] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const first = firstDayOf(period, today);
  const steps: Step[] = [];
  for (let day = first; day <= today; day = addDays(day, 1)) {
    const last = steps.at(-1);
    const counts = byDay.get(day) ?? nothing;
    if (last && isByWeek(period) && !isMonday(day)) {
      steps[steps.length - 1] = { ...addCounts(last, counts), from: last.from, to: day };
    } else {
      steps.push({ ...addCounts(nothing, counts), from: day, to: day });
    }
  }
  return steps;
}

/** The sum of all rows. */
export function totalOf(rows: readonly Counts[]): Counts {
  return rows.reduce(addCounts, nothing);
}

/** The requested period; 30 days by default. */
export function parsePeriod(value: unknown): Period {
  return periods.find((period) => String(period) === value) ?? 30;
}

const nothing: Counts = { calls: 0, failures: 0, fallbacks: 0, cached: 0, credits: 0 };

function addCounts(one: Counts, other: Counts): Counts {
  return {
    calls: one.calls + other.calls,
    failures: one.failures + other.failures,
    fallbacks: one.fallbacks + other.fallbacks,
    cached: one.cached + other.cached,
    credits: one.credits + other.credits,
  };
}

/** The day `days` after another one; before it if `days` is negative. */
function addDays(day: string, days: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function isMonday(day: string): boolean {
  return new Date(day).getUTCDay() === 1;
}

/** The requested usage. */
interface AskedUsage {
  readonly period: Period;
  /** The user; absent for all users of the owner together. */
  readonly user: Account | undefined;
  /** Days with usage in the period, newest first. */
  readonly rows: readonly DailyUsage[];
  /** The last day of the period (UTC). */
  readonly today: string;
}

/**
 * Reads the usage for the query parameters `days` and `user`.
 * @throws PageError 404 for a user of another owner
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
