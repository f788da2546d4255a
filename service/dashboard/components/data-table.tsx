import type { ComponentChildren } from 'preact';
import { commandLine } from '../../accounts/change-log.ts';
import type { LedgerEntry } from '../../storage/interfaces/credit-ledger.ts';
import type { Texts } from '../locales/locales.ts';
import { Details, Time } from './facts.tsx';
import { usePageContext, useTexts } from './page-context.ts';

/** A column of a table. */
interface Column<Row> {
  readonly header: string;
  /** Numbers are right-aligned in tabular figures. */
  readonly isNumber?: boolean;
  cell(row: Row): ComponentChildren;
}

interface DataTableProps<Row> {
  /** A caption for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  keyOf(row: Row): string;
}

/**
 * A table. On a narrow screen, each row becomes a block with the column header before each cell.
 * The explicit roles keep it a table for screen readers, because changing `display` removes them.
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
  /** A link or form that adds the first item. */
  readonly children?: ComponentChildren;
}

/** The placeholder of an empty list. */
export function EmptyState({ text, children }: EmptyStateProps) {
  return (
    <div class="empty-state">
      <p>{text}</p>
      {children}
    </div>
  );
}

/** Labels for changes of a balance. */
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
        { header: columns.actor, cell: (entry) => actorOf(entry, texts) },
        { header: columns.note, cell: ({ note }) => note },
        {
          header: columns.requestId,
          cell: ({ request_id: id }) => id && <Details hasHeading>{id}</Details>,
        },
      ]}
    />
  );
}

/** Who made a change: an e-mail address, or the command line. */
export function actorOf({ actor }: Pick<LedgerEntry, 'actor'>, { history }: Texts): string | null {
  return actor === commandLine ? history.commandLine : actor;
}

/** The reason for a change in a balance. An entry that sums up old calls has no request. */
function reasonOf({ reason, request_id: id }: LedgerEntry, { history }: Texts): string {
  return history.reasons[reason === 'call' && id === null ? 'calls' : reason];
}

interface PagerProps {
  /** The URL of the newest page; absent on that page itself. */
  readonly newest?: string | undefined;
  /** The URL of the next older page, if there is one. */
  readonly older?: string | undefined;
  /** Whether the list is sorted by name, so pages aren't "newer" or "older". */
  readonly isByName?: boolean;
}

/** Pages through a list, newest first. */
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
