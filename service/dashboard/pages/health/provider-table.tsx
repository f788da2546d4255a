import type { ProviderHealth } from '../../../metrics/read-health.ts';
import { DataTable } from '../../components/data-table.tsx';
import { usePageContext } from '../../components/page-context.ts';
import type { DashboardOptions } from '../../state.ts';

interface ProviderTableProps extends Pick<DashboardOptions, 'models'> {
  readonly providers: readonly ProviderHealth[];
}

/** How each provider has done in the last hour. */
export function ProviderTable({ providers, models }: ProviderTableProps) {
  const { texts, formats } = usePageContext();
  const { columns, breakers, none, providers: title } = texts.health;
  const allAnswers = providers.reduce((sum, { answers }) => sum + answers, 0);
  const share = (part: number, whole: number) => (whole > 0 ? formats.percent(part / whole) : none);
  const duration = (seconds: number | undefined) =>
    seconds === undefined ? none : formats.duration(seconds);
  return (
    <DataTable
      caption={title}
      rows={providers}
      keyOf={({ name }) => name}
      columns={[
        {
          header: columns.provider,
          cell: ({ name }) => (
            <span>
              {name}
              <br />
              <span class="quiet">{models.find(({ provider }) => provider === name)?.model}</span>
            </span>
          ),
        },
        { header: columns.breaker, cell: ({ breaker }) => breakers[breaker ?? 'none'] },
        { header: columns.calls, isNumber: true, cell: ({ calls }) => formats.number(calls) },
        {
          header: columns.answered,
          isNumber: true,
          cell: ({ answers, calls }) => share(answers, calls),
        },
        {
          header: columns.share,
          isNumber: true,
          cell: ({ answers }) => share(answers, allAnswers),
        },
        { header: columns.p50, isNumber: true, cell: ({ latency }) => duration(latency?.p50) },
        { header: columns.p95, isNumber: true, cell: ({ latency }) => duration(latency?.p95) },
        {
          header: columns.input,
          isNumber: true,
          cell: ({ tokens }) => formats.number(tokens.input),
        },
        {
          header: columns.output,
          isNumber: true,
          cell: ({ tokens }) => formats.number(tokens.output),
        },
      ]}
    />
  );
}
