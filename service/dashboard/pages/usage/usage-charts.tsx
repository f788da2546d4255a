import { BarChart } from '../../components/bar-chart.tsx';
import { usePageContext } from '../../components/page-context.ts';
import type { Step } from './periods.ts';

interface UsageChartsProps {
  /** At least one. */
  readonly steps: readonly Step[];
  readonly isByWeek: boolean;
}

/** Calls by how they ended, and credits. */
export function UsageCharts({ steps, isByWeek }: UsageChartsProps) {
  const { texts, formats } = usePageContext();
  const { step, counts, first, summary, table } = texts.usage;
  // Weeks reach more than a year back.
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
    tableLabel: table,
    formatNumber: formats.number,
  });
  const calls = steps.map((one) => one.calls);
  const credits = steps.map((one) => one.credits);
  return (
    <>
      <BarChart
        {...shared(counts.calls, calls)}
        sumLabel={counts.calls}
        series={[
          { label: first, values: steps.map(byFirstProvider) },
          { label: counts.fallbacks, values: steps.map(({ fallbacks }) => fallbacks) },
          { label: counts.cached, values: steps.map(({ cached }) => cached) },
          { label: counts.failures, values: steps.map(({ failures }) => failures) },
        ]}
      />
      <BarChart
        {...shared(counts.credits, credits)}
        sumLabel={null}
        series={[{ label: counts.credits, values: credits }]}
      />
    </>
  );
}

/** What is left of the calls: no call is counted under two of the others. */
function byFirstProvider({ calls, fallbacks, cached, failures }: Step): number {
  return Math.max(0, calls - fallbacks - cached - failures);
}
