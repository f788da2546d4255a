import { __, sprintf } from '@wordpress/i18n';
import type { ApiError } from '../../common/api-error.ts';
import type { Result } from '../../common/api.ts';
import {
  applyImport,
  previewImport,
  type ImportPreview,
  type ImportResult,
  type ImportRow,
} from '../../common/images-api.ts';
import { readTextFile } from './read-file.ts';
import { splitCsv } from './split-csv.ts';

/** Rows that are read in one request. */
const rowsInPart = 500;

/** Rows that are written in one request; PHP takes no more. */
const rowsToWrite = 200;

/** Told how much of the work is done, from 0 to 1. */
type Progress = (share: number) => void;

/** What a file would change, read in parts. Nothing is changed. */
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

/** One preview of those of the parts of a file. An image counts in the first part that names it. */
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

/** Writes the rows in parts, as one batch. `error` is why not all were written. */
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
    __('Image %1$s stands in line %2$s already.', 'altscribe'),
    String(id),
    String(line),
  );
}
