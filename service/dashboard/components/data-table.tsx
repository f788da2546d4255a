import type { ComponentChildren } from 'preact';
import type { LedgerEntry } from '../../storage/interfaces/credit-ledger.ts';
import type { Texts } from '../locales/locales.ts';
import { Time } from './facts.tsx';
import { usePageContext, useTexts } from './page-context.ts';

/** A column of a table. */
interface Column<Row> {
  readonly header: string;
  /** Numbers stand at the end of their cells, in figures of one width. */
  readonly isNumber?: boolean;
  cell(row: Row): ComponentChildren;
}

interface DataTableProps<Row> {
  /** What the table holds, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  keyOf(row: Row): string;
}

/**
 * A table. On a narrow screen each row becomes a block, with the header of its column before each
 * cell. The roles keep it a table for screen readers then: `display` would take that away.
 */
export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <table class="data-table" role="table">
      <caption class="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ header, isNumber }) => (
            <th
              key={header}
              scope="col"
              role="columnheader"
              class={isNumber ? 'number' : undefined}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row">
            {columns.map(({ header, isNumber, cell }) => (
              <td
                key={header}
                role="cell"
                data-label={header}
                class={isNumber ? 'number' : undefined}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface EmptyStateProps {
  /** One sentence. */
  readonly text: string;
  /** What ends the emptiness: a link or a form. */
  readonly children?: ComponentChildren;
}

/** What stands where there is nothing yet. */
export function EmptyState({ text, children }: EmptyStateProps) {
  return (
    <div class="empty-state">
      <p>{text}</p>
      {children}
    </div>
  );
}

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

interface PagerProps {
  /** The address of the newest page; absent on that page itself. */
  readonly newest?: string | undefined;
  /** The address of the next older page, where there is one. */
  readonly older?: string | undefined;
  /** Whether the list is sorted by name, so that nothing in it is newer or older. */
  readonly isByName?: boolean;
}

/** Leads through a list, newest first. */
export function Pager({ newest, older, isByName = false }: PagerProps) {
  const { pager } = useTexts();
  if (!newest && !older) return null;
  return (
    <nav class="pager" aria-label={pager.label}>
      {newest && <a href={newest}>{isByName ? pager.first : pager.newest}</a>}
      {older && (
        <a href={older} rel="next">
          {isByName ? pager.next : pager.older}
        </a>
      )}
    </nav>
  );
}
