import { BarChart } from '../../components/bar-chart.tsx';
import { ChartPatterns } from '../../components/chart.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { isByWeek, periods, type Counts, type Period, type Step } from './periods.ts';

interface UsageChartsProps {
  /** At least one. */
  readonly steps: readonly Step[];
  readonly isByWeek: boolean;
  /** Whether texts by a fallback provider are shown apart. */
  readonly isByProvider: boolean;
}

/** Calls by result, and credits. */
export function UsageCharts({ steps, isByWeek, isByProvider }: UsageChartsProps) {
  const { texts, formats } = usePageContext();
  const { step, counts, first, written } = texts.usage;
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
          ...(isByProvider
            ? ([
                { label: first, values: steps.map(byFirstProvider), look: 1 },
                { label: counts.fallbacks, values: steps.map((one) => one.fallbacks), look: 2 },
              ] as const)
            : ([{ label: written, values: steps.map(byProviders), look: 1 }] as const)),
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

/**
 * The remaining calls, which belong to no other series. The other series have no calls in common.
 */
function byProviders({ calls, cached, failures }: Step): number {
  return Math.max(0, calls - cached - failures);
}

function byFirstProvider(step: Step): number {
  return Math.max(0, byProviders(step) - step.fallbacks);
}

interface UsageTotalsProps {
  readonly total: Counts;
  readonly shown: readonly (keyof Counts)[];
}

/** The sums of a period. */
export function UsageTotals({ total, shown }: UsageTotalsProps) {
  const { texts, formats } = usePageContext();
  const { counts } = texts.usage;
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

/** The days of a period, in words. */
export function Range({
  steps,
  period,
}: {
  readonly steps: readonly Step[];
  readonly period: Period;
}) {
  const { texts, formats } = usePageContext();
  const day = (of: string | undefined) => formats.day(new Date(of ?? ''));
  return (
    <p class="quiet">
      {texts.usage.range(day(steps[0]?.from), day(steps.at(-1)?.to))}{' '}
      {isByWeek(period) && texts.usage.byWeek}
    </p>
  );
}

interface PeriodLinksProps {
  readonly current: Period;
  /** The address of the page for another period. */
  addressOf(period: Period): string;
}

/** A choice between the periods. */
export function PeriodLinks({ current, addressOf }: PeriodLinksProps) {
  const { usage } = usePageContext().texts;
  return (
    <nav class="tabs" aria-label={usage.period}>
      <ul>
        {periods.map((days) => (
          <li key={days}>
            <a href={addressOf(days)} aria-current={days === current ? 'true' : undefined}>
              {usage.days(days)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
