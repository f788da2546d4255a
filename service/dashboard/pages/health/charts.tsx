import type { HistoryFigures, ProviderHistory } from '../../../metrics/read-history.ts';
import { BarChart } from '../../components/bar-chart.tsx';
import { ChartPatterns } from '../../components/chart.tsx';
import { LineChart } from '../../components/line-chart.tsx';
import { usePageContext } from '../../components/page-context.ts';

/** Answers, failures and latency of each provider, and credits, over time. */
export function HealthCharts({ history }: { readonly history: HistoryFigures }) {
  const { texts, formats } = usePageContext();
  const { time, credits } = texts.health.charts;
  const steps = history.steps.map(formats.timeOfDay);
  const shared = (title: string, highest: number, format: (value: number) => string) => ({
    title,
    summary: texts.chart.summary(title, steps[0] ?? '', steps.at(-1) ?? '', format(highest)),
    stepLabel: time,
    steps,
    skipsEmptySteps: true,
    tableLabel: texts.chart.table,
    format,
  });
  return (
    <>
      <ChartPatterns />
      {history.providers
        .filter(({ requests }) => requests > 0)
        .map((provider) => (
          <ProviderCharts key={provider.name} provider={provider} shared={shared} />
        ))}
      {history.credits.some((spent) => spent > 0) && (
        <BarChart
          {...shared(credits, Math.max(...history.credits), formats.number)}
          series={[{ label: credits, values: history.credits, look: 1 }]}
        />
      )}
    </>
  );
}

interface ProviderChartsProps {
  readonly provider: ProviderHistory;
  shared(
    title: string,
    highest: number,
    format: (value: number) => string,
  ): Omit<Parameters<typeof BarChart>[0], 'series'>;
}

function ProviderCharts({ provider: { name, steps }, shared }: ProviderChartsProps) {
  const { texts, formats } = usePageContext();
  const { requests, latency, answers, failures, p50, p95 } = texts.health.charts;
  const answered = steps.map((step) => step.answers);
  const failed = steps.map((step) => step.failures.reduce((sum, { count }) => sum + count, 0));
  const most = Math.max(...answered.map((count, step) => count + (failed[step] ?? 0)));
  const half = steps.map((step) => step.latency?.p50);
  const nearlyAll = steps.map((step) => step.latency?.p95);
  const slowest = Math.max(0, ...nearlyAll.filter((seconds) => seconds !== undefined));
  return (
    <>
      <BarChart
        {...shared(requests(name), most, formats.number)}
        series={[
          { label: answers, values: answered, look: 1 },
          { label: failures, values: failed, look: 4 },
        ]}
      />
      {slowest > 0 && (
        <LineChart
          {...shared(latency(name), slowest, formats.duration)}
          series={[
            { label: p50, values: half, look: 1 },
            { label: p95, values: nearlyAll, look: 2 },
          ]}
        />
      )}
    </>
  );
}
