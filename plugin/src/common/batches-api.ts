import { request, requestPage, type Result } from './api.ts';
import { readApiError, type ApiError } from './api-error.ts';

/** The routes of the queue: batches of images, and the item for each image in a batch. */

/**
 * `suggested`: nothing is live, but a text waits for a decision; `unread`: an unread generated text is
 * live. Each image has exactly one state.
 */
export type LibraryImageState =
  | 'missing'
  | 'suggested'
  | 'unread'
  | 'check'
  | 'decorative'
  | 'good';

/** Which images a batch is for. */
export interface BatchRequest {
  /** By default, all images that match the filters. */
  ids?: number[];
  /** At most this many images, the newest first. */
  limit?: number;
  filters?: {
    /** Default: `missing`. */
    state?: LibraryImageState | 'all';
    /** A date of the site, such as `2026-11-21`, inclusive. */
    after?: string;
    /** A date of the site, exclusive. */
    before?: string;
    mime_type?: string;
    /** Id of a user. */
    author?: number;
    /** Only images in published posts. */
    used?: boolean;
    /** Code of a language of WPML or Polylang, or "none". */
    language?: string;
  };
  /** Existing texts are replaced. Otherwise new ones are only suggested. */
  overwrite?: boolean;
  /** The service must not answer from its cache. */
  regenerate?: boolean;
  /** Language code; the language of each image by default. */
  language?: string;
  origin?: 'page' | 'bulk' | 'api';
}

export interface BatchPreview {
  images: number;
  creditsAtMost: number;
  /** Images in each language, on a site with several. */
  languages: { language: string; name: string; images: number }[];
  /**
   * Images left out because their suggestion awaits a decision, and the newest batch with such an
   * image (0 for none).
   */
  suggested: { images: number; batchId: number };
  /** Null if they are not known. */
  creditsLeft: number | null;
  /** Whether the plan is unlimited. */
  isUnlimited: boolean;
  /** Why they are not known. */
  error: ApiError | null;
}

export type BatchState = 'running' | 'paused' | 'halted' | 'stopped' | 'finished';

export type ItemState =
  | 'waiting'
  | 'running'
  | 'written'
  | 'suggested'
  | 'skipped'
  | 'failed'
  | 'undone';

/** As sent by PHP. Times are RFC 3339. */
export interface LibraryBatch {
  id: number;
  state: BatchState;
  /** Why it was halted or is waiting. */
  reason: { code: string; message: string } | null;
  origin: 'page' | 'bulk' | 'product' | 'upload' | 'cli' | 'api' | 'import';
  created: string;
  finished: string | null;
  can_undo_until: string | null;
  /** The user who started it; null if no user did, or that user was deleted. */
  user: { name: string } | null;
  overwrite: boolean;
  counts: Record<ItemState, number>;
  total: number;
  /** The credits that it has used. */
  credits: number;
  /** Number of posts that its texts were filled into, once it has finished; not in lists. */
  filled_posts?: number;
  /** Seconds until it continues automatically; null if it is not waiting. */
  retry_after: number | null;
  cron: {
    /** Whether WP-Cron processes it while no page is open. */
    works: boolean;
  };
}

export interface BatchItem {
  attachment_id: number;
  batch_id: number;
  title: string;
  /** Empty if there is none. */
  thumbnail: string;
  /** Empty for users who may not edit the attachment. */
  edit_link: string;
  state: ItemState;
  /** The text before the batch; where it wrote nothing, the current one. */
  previous_text: string;
  /** The text that the image has now. */
  current_text: string;
  /** The written or suggested text. */
  alt_text: string;
  purpose: 'informative' | 'functional' | 'decorative' | 'complex' | null;
  error: { code: string; message: string } | null;
  attempts: number;
  /** Number of posts that the image's text was filled into. */
  filled_posts: number;
}

export interface BatchItemPage {
  items: BatchItem[];
  total: number;
}

export function startBatch(batch: BatchRequest): Promise<Result<LibraryBatch>> {
  return request('batches', batch, (json) => json as LibraryBatch);
}

export function previewBatch(batch: BatchRequest): Promise<Result<BatchPreview>> {
  return request('batches/preview', batch, (json) => {
    const { images, credits_at_most, languages, suggested, credits_left, is_unlimited, error } =
      json as PreviewJson;
    return {
      images,
      creditsAtMost: credits_at_most,
      languages,
      suggested: { images: suggested.images, batchId: suggested.batch_id },
      creditsLeft: credits_left,
      isUnlimited: is_unlimited,
      error: error ? readApiError(error) : null,
    };
  });
}

/** How many images in a sample of a possible batch would get a text for free. */
export interface BatchEstimate {
  /** All images of the batch, and how many of them were looked at. */
  images: number;
  checked: number;
  /** Of these: those with a text in a post or in their file. */
  free: number;
  /** Of these: those that seem to add only style. */
  decorative: number;
}

/** It looks at no more images than it can in two seconds. */
export function estimateBatch(batch: BatchRequest): Promise<Result<BatchEstimate>> {
  return request('batches/estimate', batch, (json) => json as BatchEstimate);
}

interface PreviewJson {
  images: number;
  credits_at_most: number;
  languages: BatchPreview['languages'];
  suggested: { images: number; batch_id: number };
  credits_left: number | null;
  is_unlimited: boolean;
  error: unknown;
}

/** The unfinished batch, else the newest one; null if there has never been one. */
export function fetchCurrentBatch(): Promise<Result<LibraryBatch | null>> {
  return request('batches/current', undefined, (json) => json as LibraryBatch | null);
}

export function fetchBatch(id: number): Promise<Result<LibraryBatch>> {
  return request(`batches/${String(id)}`, undefined, (json) => json as LibraryBatch);
}

export function controlBatch(
  id: number,
  action: 'pause' | 'resume' | 'stop',
): Promise<Result<LibraryBatch>> {
  return request(`batches/${String(id)}/${action}`, {}, (json) => json as LibraryBatch);
}

/** The result of one undo request. */
export interface Undone {
  undone: number;
  /** Texts that were left alone because a user changed them. */
  kept: number;
  /** Texts left for further requests. */
  left: number;
  /** Where the next request starts. */
  after: number;
}

/**
 * Undoes the texts that a batch wrote, for a few seconds, starting where the last request ended.
 */
export function undoBatch(id: number, after = 0): Promise<Result<LibraryBatch & { undo: Undone }>> {
  return request(
    `batches/${String(id)}/undo`,
    { after },
    (json) => json as LibraryBatch & { undo: Undone },
  );
}

/**
 * Removes the texts of a batch from the posts that they were filled into, like `undoBatch`. Counts
 * are of posts.
 */
export function unfillBatch(
  id: number,
  after = 0,
): Promise<Result<LibraryBatch & { undo: Undone }>> {
  return request(
    `batches/${String(id)}/unfill`,
    { after },
    (json) => json as LibraryBatch & { undo: Undone },
  );
}

/**
 * Processes up to `limit` images (1 to 3) of a batch and resolves with them. Takes up to about 55
 * s.
 */
export function workOnBatch(
  id: number,
  limit = 1,
): Promise<Result<{ batch: LibraryBatch; items: BatchItem[] }>> {
  return request(
    `batches/${String(id)}/work`,
    { limit },
    (json) => json as { batch: LibraryBatch; items: BatchItem[] },
  );
}

/** Pages count from 1. */
export function listBatchItems(
  id: number,
  {
    page = 1,
    perPage = 20,
    state = '',
  }: { page?: number; perPage?: number; state?: ItemState | '' },
): Promise<Result<BatchItemPage>> {
  const query = `page=${String(page)}&per_page=${String(perPage)}&state=${state}`;
  return requestPage(`batches/${String(id)}/items?${query}`, (json) => json as BatchItem[]);
}

/**
 * The items of up to 100 attachments that the user may edit. Attachments without an item are left
 * out.
 */
export function listItemsOf(attachmentIds: readonly number[]): Promise<Result<BatchItem[]>> {
  return request(
    `batch-items?ids=${attachmentIds.join(',')}`,
    undefined,
    (json) => json as BatchItem[],
  );
}

/**
 * Writes a different text, which can be undone like the batch's own. `shown_text`: the text of the
 * batch, as the user has seen it.
 * @return `altscribe_text_changed` if the image's text is no longer `previous_text`, or the
 *   suggested one `shown_text`.
 */
export function editItem(
  attachmentId: number,
  change: { previous_text: string; shown_text: string; alt_text: string; is_decorative?: boolean },
): Promise<Result<BatchItem>> {
  return request(`batch-items/${String(attachmentId)}`, change, (json) => json as BatchItem);
}

export function undoItem(attachmentId: number): Promise<Result<BatchItem>> {
  return request(`batch-items/${String(attachmentId)}/undo`, {}, (json) => json as BatchItem);
}

/** `regenerate`: the service writes another text, for another credit. */
export function retryItem(attachmentId: number, regenerate = false): Promise<Result<BatchItem>> {
  return request(
    `batch-items/${String(attachmentId)}/retry`,
    { regenerate },
    (json) => json as BatchItem,
  );
}
