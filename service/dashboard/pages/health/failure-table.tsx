import type { ProviderHealth } from '../../../metrics/read-health.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FormattedNumber } from '../../components/number.tsx';
import { useTexts } from '../../components/page-context.ts';

/** Failures of the last hour by kind. */
export function FailureTable({ providers }: { readonly providers: readonly ProviderHealth[] }) {
  const { columns, failures, kinds, noCalls, noFailures } = useTexts().health;
  const rows = providers.flatMap(({ name, failures: found }) =>
    found.map((failure) => ({ provider: name, ...failure })),
  );
  if (rows.length === 0) {
    return <p class="quiet">{providers.some(({ calls }) => calls > 0) ? noFailures : noCalls}</p>;
  }
  const nameOf = (kind: string) =>
    Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : kind;
  return (
    <DataTable
      caption={failures}
      rows={rows}
      keyOf={({ provider, kind }) => `${provider} ${kind}`}
      columns={[
        { header: columns.provider, cell: ({ provider }) => provider },
        { header: columns.failure, cell: ({ kind }) => nameOf(kind) },
        {
          header: columns.count,
          isNumber: true,
          cell: ({ count }) => <FormattedNumber value={count} />,
        },
      ]}
    />
  );
}
