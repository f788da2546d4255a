import type { ComponentChildren } from 'preact';

/** A column of a table. */
export interface Column<Row> {
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
