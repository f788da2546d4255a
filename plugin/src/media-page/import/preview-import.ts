import { __, sprintf } from '@wordpress/i18n';
import type { Result } from '../../common/api.ts';
import type { ApiError } from '../../common/api-error.ts';
import {
  applyImport,
  previewImport,
  type ImportPreview,
  type ImportResult,
  type ImportRow,
} from '../../common/images-api.ts';

/**
 * The text of a CSV file: UTF-8, or UTF-16 as in spreadsheets' "Unicode text".
 * @throws Error with a sentence for the user if the encoding differs or the file is not text.
 */
export async function readTextFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const text = new TextDecoder(findEncoding(bytes), { fatal: true }).decode(bytes);
    if (!text.includes('\0')) {
      return text;
    }
  } catch {
    // The decoder's error is for developers.
  }
  throw new Error(
    __(
      'The file is not encoded in UTF-8. Choose “CSV UTF-8” when you save it from your spreadsheet.',
      'altscribe',
    ),
  );
}

function findEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) {
    return 'utf-16le';
  }
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Rows of a CSV file, preceded by its first lines, so they can be parsed on their own. */
interface CsvPart {
  csv: string;
  /** The line number of the first row in the whole file, from 1. */
  firstLine: number;
}

/**
 * Splits a CSV file between its rows, so a large one can be sent in parts. A line break in a quoted
 * text does not end a row. The rows are preceded by the column names, and possibly a line such as
 * `sep=;`, which tells spreadsheets the separator.
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
  // Without rows, errors in the first line can still be reported.
  return parts.length > 0 ? parts : [{ csv: header, firstLine: line }];
}

/**
 * Old Mac programs end lines with a carriage return. One in a quoted text is not a line ending.
 */
function withLineFeeds(text: string): string {
  return /^(?:[^"\r\n]|"[^"]*")*\r(?!\n|$)/.test(text.slice(0, 8192))
    ? text.replaceAll('\r', '\n')
    : text;
}

/**
 * Each row with the line break at its end. A line break is inside quotes after an odd number of
 * quotation marks.
 */
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

/** Number of rows to read in one request. */
const rowsInPart = 500;

/** Number of rows to write in one request; PHP accepts no more. */
const rowsToWrite = 200;

/** Called with the completed fraction of the work, from 0 to 1. */
type Progress = (share: number) => void;

/** Previews the changes of a file, read in parts. Nothing is changed. */
export async function previewFile(
  file: Blob,
  onProgress: Progress,
): Promise<Result<ImportPreview>> {
  let text: string;
  try {
    text = await readTextFile(file);
  } catch (error) {
    return { ok: false, error: { code: 'file', message: (error as Error).message } };
  }
  const parts = splitCsv(text, rowsInPart);
  const previews: ImportPreview[] = [];
  for (const { csv, firstLine } of parts) {
    const result = await previewImport(csv, firstLine);
    if (!result.ok) {
      return result;
    }
    previews.push(result.value);
    onProgress(previews.length / parts.length);
  }
  return { ok: true, value: joinPreviews(previews) };
}

/** Combines the previews of a file's parts. An image counts in the first part that names it. */
export function joinPreviews(previews: ImportPreview[]): ImportPreview {
  const lines = new Map<number, number>();
  const joined: ImportPreview = { rows: [], unchanged: 0, unknown: [], errors: [] };
  for (const { rows, unchanged, unknown, errors } of previews) {
    joined.unchanged += unchanged;
    joined.unknown.push(...unknown);
    joined.errors.push(...errors);
    for (const row of rows) {
      const first = lines.get(row.attachment_id);
      if (first === undefined) {
        lines.set(row.attachment_id, row.line);
        joined.rows.push(row);
      } else {
        joined.errors.push({ line: row.line, message: repeatedMessage(row, first) });
      }
    }
  }
  joined.errors.sort((one, other) => one.line - other.line);
  return joined;
}

/** Writes the rows in parts, as one batch. `error` is set if some were not written. */
export async function applyRows(
  rows: ImportRow[],
  onProgress: Progress,
): Promise<{ result: ImportResult; error: ApiError | null }> {
  const result: ImportResult = { batch_id: 0, written: 0, errors: [] };
  for (let start = 0; start < rows.length; start += rowsToWrite) {
    const part = await applyImport(rows.slice(start, start + rowsToWrite), result.batch_id);
    if (!part.ok) {
      return { result, error: part.error };
    }
    result.batch_id = part.value.batch_id;
    result.written += part.value.written;
    result.errors.push(...part.value.errors);
    onProgress(Math.min(1, (start + rowsToWrite) / rows.length));
  }
  return { result, error: null };
}

function repeatedMessage({ attachment_id: id }: ImportRow, line: number): string {
  return sprintf(
    /* translators: 1: id of an image, 2: number of a line. */
    __('Image %1$s is already in line %2$s.', 'altscribe'),
    String(id),
    String(line),
  );
}
