import type { LedgerEntry } from '../../storage/interfaces/credit-ledger.ts';
import type { Texts } from '../texts/locales.ts';
import { DataTable } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { usePageContext } from './page-context.ts';
import { Time } from './time.tsx';

/** Changes of a balance, in words. */
export function EntryTable({ entries }: { readonly entries: readonly LedgerEntry[] }) {
  const { texts, formats } = usePageContext();
  const { columns, empty, caption } = texts.history;
  if (entries.length === 0) return <EmptyState text={empty} />;
  return (
    <DataTable
      caption={caption}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { header: columns.at, cell: ({ at }) => <Time at={at} /> },
        {
          header: columns.credits,
          isNumber: true,
          cell: ({ credits }) => formats.signedNumber(credits),
        },
        { header: columns.reason, cell: (entry) => reasonOf(entry, texts) },
        { header: columns.actor, cell: ({ actor }) => actor },
        { header: columns.note, cell: ({ note }) => note },
        { header: columns.requestId, cell: ({ request_id: id }) => id && <code>{id}</code> },
      ]}
    />
  );
}

/** Why a balance changed, in words. An entry of old calls that were joined has no request. */
function reasonOf({ reason, request_id: id }: LedgerEntry, { history }: Texts): string {
  return history.reasons[reason === 'call' && id === null ? 'calls' : reason];
}
