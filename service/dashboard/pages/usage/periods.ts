import type { Account } from '../../../storage/interfaces/accounts.ts';
import type { DailyUsage } from '../../../storage/interfaces/usage-log.ts';
import { getOwner, getOwnUser } from '../../get-signed-in.ts';
import { queryText } from '../../render.tsx';
import type { DashboardContext, DashboardDeps } from '../../state.ts';

/** Over how many days, today among them, usage is shown. */
export const periods = [7, 30, 90, 400] as const;

export type Period = (typeof periods)[number];

/** What is counted on each day. */
export type Counts = Omit<DailyUsage, 'user_id' | 'day'>;

/** Usage of one day, or of one week that begins on Monday. */
export interface Step extends Counts {
  /** The first day of it that is in the period: `2026-11-20`. */
  readonly from: string;
  /** The last one. */
  readonly to: string;
}

/** Above so many days, a page shows weeks: more bars would be neither seen nor small. */
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
 * Usage of every day of a period that ends with `today`, or of every week where it is shown by week,
 * oldest first. Days that have no row count nothing; rows of other days are left out. The first and
 * the last week may be cut by the period.
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

/** The period that a query asks for, 30 days where it asks for none that there is. */
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

/** The day that is so many days after another one (before it, where `days` is below zero). */
function addDays(day: string, days: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function isMonday(day: string): boolean {
  return new Date(day).getUTCDay() === 1;
}

/** What the query asks for, and what there is of it. */
interface AskedUsage {
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
