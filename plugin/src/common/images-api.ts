import { request, requestPage, type Result } from './api.ts';
import type { Batch, BatchItem, ImageState } from './batches-api.ts';
import type { Finding } from './findings.ts';

/** The REST routes for the images of the media library, and for importing their texts. */

export interface LibraryImage {
  attachment_id: number;
  title: string;
  /** Name of the file. */
  file: string;
  /** Address of a small version; '' if there is none. */
  thumbnail: string;
  /** Address of its screen; '' if the user may not edit it. */
  edit_link: string;
  alt_text: string;
  state: ImageState;
  /** Codes of what the checks found. */
  findings: Finding[];
  /** Number of posts that a text of the image was filled into. */
  filled_posts: number;
}

/** Which images; without a filter, any. */
export interface ImageQuery {
  state?: ImageState;
  /** A day, `2026-11-01`: images of that day and later. */
  after?: string;
  /** A day: images before it. */
  before?: string;
  mime_type?: string;
  /** Id of a user. */
  author?: number;
  /** Only images that a published post uses. */
  used?: true;
}

export interface ImageCounts extends Record<ImageState, number> {
  images: number;
  /** Texts that are not checked yet. */
  pending: number;
  /** For each language, where WPML or Polylang run and nothing is filtered. */
  languages: { language: string; name: string; images: number; missing: number; check: number }[];
}

/** What is written, unless the text is not `previous_text` any more. */
export interface ImageChange {
  previous_text: string;
  alt_text?: string;
  decorative?: boolean;
}

/** One page of the images; pages count from 1. */
export function fetchImages(
  query: ImageQuery,
  page: number,
  perPage: number,
): Promise<Result<{ items: LibraryImage[]; total: number }>> {
  const route = withQuery('images', { ...query, page, per_page: perPage });
  return requestPage(route, (json) => json as LibraryImage[]);
}

/** Counts in all states, whatever the state of the query. */
export function fetchImageCounts(query: ImageQuery): Promise<Result<ImageCounts>> {
  return request(withQuery('images/counts', query), undefined, (json) => json as ImageCounts);
}

export function changeImage(id: number, change: ImageChange): Promise<Result<LibraryImage>> {
  return request(`images/${String(id)}`, change, (json) => json as LibraryImage);
}

/** A row of a file that would change something. */
export interface ImportRow {
  line: number;
  attachment_id: number;
  title: string;
  previous_text: string;
  alt_text: string;
  was_decorative: boolean;
  decorative: boolean;
}

export interface LineError {
  line: number;
  message: string;
}

/** What an import would change. */
export interface ImportPreview {
  rows: ImportRow[];
  /** Number of rows that say what is there already. */
  unchanged: number;
  /** Rows of images that this site does not have. */
  unknown: { line: number; attachment_id: number }[];
  errors: LineError[];
}

/** What an import has changed. */
export interface ImportResult {
  batch_id: number;
  written: number;
  errors: LineError[];
}

/** Says what rows of a CSV file would change. `firstLine` is the number of the line after the first one. */
export function previewImport(csv: string, firstLine: number): Promise<Result<ImportPreview>> {
  return request('import/preview', { csv, first_line: firstLine }, (json) => json as ImportPreview);
}

/** Writes rows, into the batch of the rows before; 0 starts a batch. */
export function applyImport(rows: ImportRow[], batchId: number): Promise<Result<ImportResult>> {
  return request('import', { rows, batch_id: batchId }, (json) => json as ImportResult);
}

function withQuery(route: string, values: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    query.set(name, String(value));
  }
  return `${route}?${query.toString()}`;
}

/** Leaves the text of an image as it is, against the suggestion. */
export function dismissItem(attachmentId: number): Promise<Result<BatchItem>> {
  return request(`batch-items/${String(attachmentId)}/dismiss`, {}, (json) => json as BatchItem);
}

/** The batches of the last 30 days that are over, newest first. */
export function fetchPastBatches(): Promise<Result<Batch[]>> {
  return request('batches', undefined, (json) => json as Batch[]);
}
