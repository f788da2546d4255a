import { stringify } from 'csv-stringify/sync';
import type { DashboardContext } from './state.ts';

/** What a cell of a table holds. */
export type CsvCell = string | number | null;

/**
 * Writes a table as CSV (RFC 4180) in UTF-8, with the byte order mark that spreadsheets need to read
 * it as such. A text that a spreadsheet would take for a formula (`=`, `+`, `-`, `@`, tab or
 * carriage return at its beginning) gets an apostrophe before it; numbers stay numbers. Texts are
 * quoted, so that nothing in one begins a cell or row of its own.
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

/** Responds with a table as a file to be saved. */
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
