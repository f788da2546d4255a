import type { Account } from '../../../storage/interfaces/accounts.ts';
import { BarChart } from '../../components/bar-chart.tsx';
import { ChartPatterns } from '../../components/chart.tsx';
import { EmptyState } from '../../components/data-table.tsx';
import { FilterForm, findUserChoice, UserField, type UserChoice } from '../../components/form.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { sendCsv } from '../../csv.ts';
import { getOwner } from '../../get-signed-in.ts';
import { renderPage } from '../../render.tsx';
import type { DashboardRoute } from '../../state.ts';
import {
  isByWeek,
  periods,
  readUsage,
  stepsOf,
  totalOf,
  type Counts,
  type Period,
  type Step,
} from './periods.ts';

interface UsageChartsProps {
  /** At least one. */
  readonly steps: readonly Step[];
  readonly isByWeek: boolean;
}

/** Calls by result, and credits. */
function UsageCharts({ steps, isByWeek }: UsageChartsProps) {
  const { texts, formats } = usePageContext();
  const { step, counts, first } = texts.usage;
  const { summary } = texts.chart;
  // Weeks go back more than a year.
  const nameOf = isByWeek ? formats.day : formats.dayOfYear;
  const names = steps.map(({ from }) => nameOf(new Date(from)));
  const shared = (title: string, values: readonly number[]) => ({
    title,
    summary: summary(
      title,
      names[0] ?? '',
      names.at(-1) ?? '',
      formats.number(Math.max(...values)),
    ),
    stepLabel: isByWeek ? step.week : step.day,
    steps: names,
    tableLabel: texts.chart.table,
    format: formats.number,
  });
  const calls = steps.map((one) => one.calls);
  const credits = steps.map((one) => one.credits);
  return (
    <>
      <ChartPatterns />
      <BarChart
        {...shared(counts.calls, calls)}
        sumLabel={counts.calls}
        series={[
          { label: first, values: steps.map(byFirstProvider), look: 1 },
          { label: counts.fallbacks, values: steps.map(({ fallbacks }) => fallbacks), look: 2 },
          { label: counts.cached, values: steps.map(({ cached }) => cached), look: 3 },
          { label: counts.failures, values: steps.map(({ failures }) => failures), look: 4 },
        ]}
      />
      <BarChart
        {...shared(counts.credits, credits)}
        series={[{ label: counts.credits, values: credits, look: 1 }]}
      />
    </>
  );
}

/** The remaining calls, which belong to no other series. No call is counted in two of those. */
function byFirstProvider({ calls, fallbacks, cached, failures }: Step): number {
  return Math.max(0, calls - fallbacks - cached - failures);
}

/** The sums of a period. */
function UsageTotals({ total }: { readonly total: Counts }) {
  const { texts, formats } = usePageContext();
  const { counts } = texts.usage;
  const shown = ['calls', 'credits', 'fallbacks', 'cached', 'failures'] as const;
  return (
    <dl class="totals">
      {shown.map((name) => (
        <div key={name}>
          <dt>{counts[name]}</dt>
          <dd>{formats.number(total[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

const columns = ['day', 'calls', 'fallbacks', 'cached', 'failures', 'credits'] as const;

/** Usage by day, newest first, without days that had none. */
export const downloadUsage: DashboardRoute = {
  method: 'GET',
  path: '/dashboard/usage.csv',
  access: 'owner',
  async handle(ctx, deps) {
    const { rows } = await readUsage(ctx, deps);
    const cells = rows.map((row) => columns.map((name) => row[name]));
    sendCsv(ctx, 'altscribe-usage.csv', columns, cells);
  },
};

const path = '/dashboard/usage';

/** The page "Usage": calls of all users together, or of one. */
export const showUsage: DashboardRoute = {
  method: 'GET',
  path,
  access: 'owner',
  navigation: 'usage',
  async handle(ctx, deps) {
    const [{ period, user, rows, today }, choice] = await Promise.all([
      readUsage(ctx, deps),
      findUserChoice(deps.accountStore, getOwner(ctx).user_id),
    ]);
    const steps = stepsOf(rows, period, today);
    renderPage(
      ctx,
      { title: ctx.state.texts.usage.title, current: 'usage' },
      <>
        <PeriodLinks period={period} user={user} />
        <ChooseUser period={period} user={user} choice={choice} />
        <Range steps={steps} period={period} />
        {rows.length === 0 ? (
          <NoCalls />
        ) : (
          <UsageFigures steps={steps} period={period} user={user} />
        )}
      </>,
    );
  },
};

interface Chosen {
  readonly period: Period;
  readonly user: Account | undefined;
}

function addressOf({ period, user }: Chosen, extension: '' | '.csv' = ''): string {
  const query = new URLSearchParams({ days: String(period), ...(user && { user: user.user_id }) });
  return `${path}${extension}?${query}`;
}

function PeriodLinks({ period, user }: Chosen) {
  const { usage } = usePageContext().texts;
  return (
    <nav class="tabs" aria-label={usage.period}>
      <ul>
        {periods.map((days) => (
          <li key={days}>
            <a
              href={addressOf({ period: days, user })}
              aria-current={days === period ? 'true' : undefined}
            >
              {usage.days(days)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ChooseUser({ period, user, choice }: Chosen & { readonly choice: UserChoice }) {
  const { usage } = usePageContext().texts;
  if (choice?.length === 1) return null;
  return (
    <FilterForm path={path} submit={usage.show} keep={{ days: String(period) }}>
      <UserField
        label={usage.user}
        choice={choice}
        value={user?.user_id ?? ''}
        all={usage.allUsers}
      />
    </FilterForm>
  );
}

function Range({ steps, period }: { readonly steps: readonly Step[]; readonly period: Period }) {
  const { texts, formats } = usePageContext();
  const day = (of: string | undefined) => formats.day(new Date(of ?? ''));
  return (
    <p class="quiet">
      {texts.usage.range(day(steps[0]?.from), day(steps.at(-1)?.to))}{' '}
      {isByWeek(period) && texts.usage.byWeek}
    </p>
  );
}

function UsageFigures({ steps, ...chosen }: Chosen & { readonly steps: readonly Step[] }) {
  const { csv } = usePageContext().texts;
  return (
    <>
      <UsageTotals total={totalOf(steps)} />
      <UsageCharts steps={steps} isByWeek={isByWeek(chosen.period)} />
      <p>
        <a href={addressOf(chosen, '.csv')}>{csv}</a>
      </p>
    </>
  );
}

function NoCalls() {
  const { usage } = usePageContext().texts;
  return (
    <EmptyState text={usage.empty}>
      <a href="/dashboard/connect">{usage.connect}</a>
    </EmptyState>
  );
}
