import { warningLevel, wholeService } from '../../accounts/daily-limits.ts';
import type { Account } from '../../storage/interfaces/accounts.ts';
import type { DashboardDeps } from '../state.ts';
import { Notice } from './facts.tsx';
import { usePageContext } from './page-context.ts';

/** How many calls of a daily limit are used. */
export interface DailyCalls {
  readonly calls: number;
  readonly limit: number;
}

/** The calls of an owner today, if they are limited. */
export async function findDailyCallsOf(
  { user_id: id, daily_calls_max: limit }: Account,
  { callCounter }: Pick<DashboardDeps, 'callCounter'>,
): Promise<DailyCalls | undefined> {
  if (limit === null) return undefined;
  return { calls: (await callCounter.read([id]))[0]?.calls ?? 0, limit };
}

/** The calls of the whole service today, if they are limited. */
export async function findDailyCalls({
  callCounter,
  dailyCallsMax: limit,
}: Pick<DashboardDeps, 'callCounter' | 'dailyCallsMax'>): Promise<DailyCalls | undefined> {
  if (limit === undefined) return undefined;
  return { calls: (await callCounter.read([wholeService]))[0]?.calls ?? 0, limit };
}

/** Shows a daily limit and how much of it is used; from 80 % on, as a notice. */
export function DailyCallsNotice({ daily }: { readonly daily: DailyCalls | undefined }) {
  const { texts, formats } = usePageContext();
  if (!daily) return null;
  const { calls, limit } = daily;
  const { used, reached } = texts.dailyCalls;
  const text = used(formats.number(calls), formats.number(limit));
  if (calls < warningLevel(limit)) return <p class="quiet">{text}</p>;
  if (calls < limit) return <Notice kind="info">{text}</Notice>;
  return (
    <Notice kind="error">
      {text} {reached}
    </Notice>
  );
}
