import { request, requestPage, type Result } from './api.ts';
import type { LibraryBatch, BatchItem, LibraryImageState } from './batches-api.ts';
import type { Finding } from './findings.ts';

/** The REST routes for images in the media library and for importing their texts. */

export interface LibraryImage {
  attachment_id: number;
  title: string;
  /** Name of the file. */
  file: string;
  /** URL of a small version; '' if there is none. */
  thumbnail: string;
  /** URL of its edit screen; '' if the user may not edit it. */
  edit_link: string;
  alt_text: string;
  /** Code of its language on a site with several; '' if it has none. */
  language: string;
  state: LibraryImageState;
  /** Codes of the findings; for a good text, only hints; for an unread one, any. */
  findings: Finding[];
  /** Quotations from an unread text that a second model could not confirm. */
  doubts: string[];
  /** Number of posts that the image's text was filled into. */
  filled_posts: number;
  /** Number of posts that show it without alt text and that its text can be added to. */
  posts_without_text: number;
  /** For an image without a text: one from a post that shows it, which costs no credit. */
  text_in_post: { text: string; post_id: number } | null;
  /** The same in the metadata of its file; '' if there is none. */
  text_in_file: string;
  /** For an image without a text, that of an attachment with the same file; otherwise ''. */
  text_of_copy: string;
  /** The findings for that text: where it comes from, and for this image. */
  free_text_findings: Finding[];
}

/** Selects images; any without filters. */
export interface ImageQuery {
  state?: LibraryImageState;
  /** A day, `2026-11-01`: images of that day and later. */
  after?: string;
  /** A day: images before it. */
  before?: string;
  mime_type?: string;
  /** Id of a user. */
  author?: number;
  /** Only images that a published post uses. */
  used?: true;
  /** Code of a language, or "none". */
  language?: string;
}

export interface ImageCounts extends Record<LibraryImageState, number> {
  images: number;
  /** Number of texts that are not checked yet. */
  pending: number;
  /** Counts for all languages, whatever the language in the query; empty without WPML or Polylang. */
  languages: {
    language: string;
    name: string;
    images: number;
    missing: number;
    suggested: number;
    unread: number;
    check: number;
  }[];
}

/** The text to write, unless the current text differs from `previous_text`. */
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
): Promise<Result<{ items: LibraryImage[]; total: number; reading: number | null }>> {
  const route = withQuery('images', { ...query, page, per_page: perPage });
  return requestPage(route, (json) => json as LibraryImage[]);
}

export function fetchImage(id: number): Promise<Result<LibraryImage>> {
  return request(`images/${String(id)}`, undefined, (json) => json as LibraryImage);
}

/** Counts for all states, whatever the state in the query. */
export function fetchImageCounts(query: ImageQuery): Promise<Result<ImageCounts>> {
  return request(withQuery('images/counts', query), undefined, (json) => json as ImageCounts);
}

export function changeImage(id: number, change: ImageChange): Promise<Result<LibraryImage>> {
  return request(`images/${String(id)}`, change, (json) => json as LibraryImage);
}

/** Records that the user has read the generated text, unless the current text differs. */
export function markRead(id: number, text: string): Promise<Result<LibraryImage>> {
  return request(`images/${String(id)}/read`, { text }, (json) => json as LibraryImage);
}

/** A row of a file that would change an image. */
export interface ImportRow {
  line: number;
  attachment_id: number;
  title: string;
  previous_text: string;
  alt_text: string;
  was_decorative: boolean;
  decorative: boolean;
  /** In the new text. */
  findings: Finding[];
}

export interface LineError {
  line: number;
  message: string;
}

/** A preview of an import's changes. */
export interface ImportPreview {
  rows: ImportRow[];
  /** Number of rows that match the current data. */
  unchanged: number;
  /** Number of rows for images that this site does not have. */
  unknown: { line: number; attachment_id: number }[];
  errors: LineError[];
}

/** The result of an import. */
export interface ImportResult {
  batch_id: number;
  written: number;
  errors: LineError[];
}

/**
 * Previews the changes of rows of a CSV file. `firstLine` is the number of the line after the
 * header.
 */
export function previewImport(csv: string, firstLine: number): Promise<Result<ImportPreview>> {
  return request('import/preview', { csv, first_line: firstLine }, (json) => json as ImportPreview);
}

/** Imports rows into the batch of the previous rows; 0 starts a batch. */
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

/** Rejects the suggestion for an image that the user has seen, and leaves its text unchanged. */
export function dismissItem(attachmentId: number, shown_text: string): Promise<Result<BatchItem>> {
  return request(
    `batch-items/${String(attachmentId)}/dismiss`,
    { shown_text },
    (json) => json as BatchItem,
  );
}

/** The finished batches of the last 30 days, newest first. */
export function fetchPastBatches(): Promise<Result<LibraryBatch[]>> {
  return request('batches', undefined, (json) => json as LibraryBatch[]);
}
