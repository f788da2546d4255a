import { stringify } from 'csv-stringify/sync';
import type { DashboardContext } from './state.ts';

/** The value of a cell. */
export type CsvCell = string | number | null;

/**
 * Writes a table as CSV (RFC 4180) in UTF-8, with the byte order mark that spreadsheets need to
 * recognise it. A text that a spreadsheet would interpret as a formula (beginning with `=`, `+`,
 * `-`, `@`, tab or carriage return) gets a leading apostrophe; numbers stay numbers. Texts are
 * quoted, so they can't start new cells or rows.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    [header, ...rows].map((row) => [...row]),
    {
      bom: true,
      escape_formulas: true,
      quoted_string: true,
      record_delimiter: 'windows',
    },
  );
}

/** Responds with a table as a download. */
export function sendCsv(
  ctx: DashboardContext,
  name: string,
  header: readonly string[],
  rows: readonly (readonly CsvCell[])[],
): void {
  ctx.attachment(name);
  ctx.type = 'text/csv; charset=utf-8';
  ctx.body = toCsv(header, rows);
}
