/** Rows of a CSV file, with its first lines before them, so that they can be read alone. */
export interface CsvPart {
  csv: string;
  /** The number of the first row's line in the whole file, from 1. */
  firstLine: number;
}

/**
 * Splits a CSV file between its rows, so that a large one can be sent in parts. A line break in a
 * quoted text ends no row. Before the rows are the names of the columns, and maybe a line such as
 * `sep=;`, by which spreadsheets are told what separates the cells.
 */
export function splitCsv(text: string, rowsInPart: number): CsvPart[] {
  const lines = splitRows(withLineFeeds(text));
  const rows = lines.splice(/^\uFEFF?"?sep=./i.test(text) ? 2 : 1);
  const header = lines.join('');
  const parts: CsvPart[] = [];
  let line = 1 + countBreaks(header);
  for (let start = 0; start < rows.length; start += rowsInPart) {
    const csv = rows.slice(start, start + rowsInPart).join('');
    parts.push({ csv: header + csv, firstLine: line });
    line += countBreaks(csv);
  }
  // Without rows, what is wrong with the first line can still be said.
  return parts.length > 0 ? parts : [{ csv: header, firstLine: line }];
}

/** Old programs for the Mac end lines with a carriage return. One in a quoted text says nothing of the lines. */
function withLineFeeds(text: string): string {
  return /^(?:[^"\r\n]|"[^"]*")*\r(?!\n|$)/.test(text.slice(0, 8192))
    ? text.replaceAll('\r', '\n')
    : text;
}

/** Each row with the line break at its end. One stands in quotes after an odd number of quotation marks. */
function splitRows(text: string): string[] {
  const rows: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') {
      isQuoted = !isQuoted;
    } else if (character === '\n' && !isQuoted) {
      rows.push(text.slice(start, index + 1));
      start = index + 1;
    }
  }
  if (start < text.length) {
    rows.push(text.slice(start));
  }
  return rows;
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}
