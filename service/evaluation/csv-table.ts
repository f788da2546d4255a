import { CsvError, parse } from 'csv-parse/sync';

/** The text is no CSV. The message says where. */
export class TableError extends Error {
  override readonly name = 'TableError';
}

export interface TableRow {
  /** Line of the text that the row ends on, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

/**
 * Reads CSV (RFC 4180), in UTF-8 with or without byte order mark; spaces around fields and empty
 * lines do not count. Rows may have any number of fields.
 * @throws TableError
 */
export function parseTable(csv: string): TableRow[] {
  const rows: TableRow[] = [];
  try {
    parse(csv, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      on_record: (fields: string[], { lines: line }) => void rows.push({ line, fields }),
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new TableError(
      `line ${String(error['lines'])}: a quotation mark is missing or too many.`,
    );
  }
}
