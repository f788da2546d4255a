import { BarChart } from '../../components/bar-chart.tsx';
import { usePageContext } from '../../components/page-context.ts';
import type { Step } from './periods.ts';

interface UsageChartsProps {
  readonly steps: readonly Step[];
  readonly isByWeek: boolean;
}

/** Calls by how they ended, and credits. */
export function UsageCharts({ steps, isByWeek }: UsageChartsProps) {
  const { texts, formats } = usePageContext();
  const { usage } = texts;
  const shared = {
    stepLabel: isByWeek ? usage.week : usage.day,
    steps: steps.map(({ from }) => formats.day(new Date(from))),
    tableLabel: usage.table,
    formatNumber: formats.number,
  };
  const first = ({ calls, fallbacks, cached, failures }: Step) =>
    Math.max(0, calls - fallbacks - cached - failures);
  return (
    <>
      <BarChart
        {...shared}
        title={usage.counts.calls}
        summary={usage.summary(usage.counts.calls)}
        sumLabel={usage.counts.calls}
        series={[
          { label: usage.first, values: steps.map(first) },
          { label: usage.counts.fallbacks, values: steps.map(({ fallbacks }) => fallbacks) },
          { label: usage.counts.cached, values: steps.map(({ cached }) => cached) },
          { label: usage.counts.failures, values: steps.map(({ failures }) => failures) },
        ]}
      />
      <BarChart
        {...shared}
        title={usage.counts.credits}
        summary={usage.summary(usage.counts.credits)}
        sumLabel={null}
        series={[{ label: usage.counts.credits, values: steps.map(({ credits }) => credits) }]}
      />
    </>
  );
}
