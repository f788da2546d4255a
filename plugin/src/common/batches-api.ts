import { request, requestPage, type Result } from './api.ts';
import { readApiError, type ApiError } from './api-error.ts';

/** The routes of the queue: batches of images, and the item that each image is in one. */

export type ImageState = 'missing' | 'check' | 'decorative' | 'good';

/** Which images a batch is for. */
export interface BatchRequest {
  /** Without them, all images that the filters take. */
  ids?: number[];
  filters?: {
    /** Default: `missing`. */
    state?: ImageState | 'all';
    /** A date of the site, such as `2026-11-21`, which is included. */
    after?: string;
    /** A date of the site, which is not included. */
    before?: string;
    mime_type?: string;
    /** Id of a user. */
    author?: number;
    /** Only images in published posts. */
    used?: boolean;
  };
  /** Texts that stand there are replaced; without it, new ones are only suggested. */
  overwrite?: boolean;
  /** The service must not answer from its cache. */
  regenerate?: boolean;
  /** Code of the language; without it, that of each image. */
  language?: string;
  origin?: 'page' | 'bulk' | 'api';
}

export interface BatchPreview {
  images: number;
  creditsAtMost: number;
  /** Images left out because their suggestion waits for a decision, and the newest batch with one; 0 for none. */
  suggested: { images: number; batchId: number };
  /** Null if they are not known. */
  creditsLeft: number | null;
  /** Why they are not known. */
  error: ApiError | null;
}

export type BatchState = 'running' | 'paused' | 'halted' | 'stopped' | 'finished';

export type ItemState =
  'waiting' | 'running' | 'written' | 'suggested' | 'skipped' | 'failed' | 'undone';

/** As PHP sends it. Times are RFC 3339. */
export interface Batch {
  id: number;
  state: BatchState;
  /** What halted it, or makes it wait. */
  reason: { code: string; message: string } | null;
  origin: 'page' | 'bulk' | 'product' | 'upload' | 'cli' | 'api' | 'import';
  created: string;
  finished: string | null;
  can_undo_until: string | null;
  /** Who started it; null if it was nobody, or somebody who is gone. */
  user: { id: number; name: string } | null;
  overwrite: boolean;
  counts: Record<ItemState, number>;
  total: number;
  /** Posts that its texts were filled into, once it is over; not in lists. */
  filled_posts?: number;
  /** Seconds until it goes on by itself; null if it does not wait. */
  retry_after: number | null;
  cron: {
    /** Whether WP-Cron works on it while no page is open. */
    works: boolean;
  };
}

export interface BatchItem {
  attachment_id: number;
  batch_id: number;
  title: string;
  /** Empty if there is none. */
  thumbnail: string;
  /** Empty for users who may not edit it. */
  edit_link: string;
  state: ItemState;
  /** The text before the batch. */
  previous_text: string;
  /** The text that was written or suggested. */
  alt_text: string;
  purpose: 'informative' | 'functional' | 'decorative' | null;
  error: { code: string; message: string } | null;
  attempts: number;
  /** Number of posts that a text of the image was filled into. */
  filled_posts: number;
}

export interface BatchItemPage {
  items: BatchItem[];
  total: number;
}

export function startBatch(batch: BatchRequest): Promise<Result<Batch>> {
  return request('batches', batch, (json) => json as Batch);
}

export function previewBatch(batch: BatchRequest): Promise<Result<BatchPreview>> {
  return request('batches/preview', batch, (json) => {
    const { images, credits_at_most, suggested, credits_left, error } = json as PreviewJson;
    return {
      images,
      creditsAtMost: credits_at_most,
      suggested: { images: suggested.images, batchId: suggested.batch_id },
      creditsLeft: credits_left,
      error: error ? readApiError(error) : null,
    };
  });
}

interface PreviewJson {
  images: number;
  credits_at_most: number;
  suggested: { images: number; batch_id: number };
  credits_left: number | null;
  error: unknown;
}

/** What was queued of a product. */
export interface ProductRun {
  /** The batch that was started, else the newest with suggestions that wait for a decision, else 0. */
  batch_id: number;
  /** The images that are queued or under way. */
  ids: number[];
  /** Why no batch was started, as a sentence; null if one was. */
  message: string | null;
}

/** Queues the images of a product without a text. `images`: those in its form, in the place of the saved ones. */
export function generateForProduct(id: number, images: number[]): Promise<Result<ProductRun>> {
  return request(`products/${String(id)}/generate`, { images }, (json) => json as ProductRun);
}

/** The batch that is not over yet, else the newest; null if there never was one. */
export function fetchCurrentBatch(): Promise<Result<Batch | null>> {
  return request('batches/current', undefined, (json) => json as Batch | null);
}

export function fetchBatch(id: number): Promise<Result<Batch>> {
  return request(`batches/${String(id)}`, undefined, (json) => json as Batch);
}

export function controlBatch(
  id: number,
  action: 'pause' | 'resume' | 'stop',
): Promise<Result<Batch>> {
  return request(`batches/${String(id)}/${action}`, {}, (json) => json as Batch);
}

/** What one request has undone. */
export interface Undone {
  undone: number;
  /** Texts that stay because somebody changed them. */
  kept: number;
  /** Texts for further requests. */
  left: number;
  /** Where the next one begins. */
  after: number;
}

/** Takes back what a batch has written, for a few seconds, from where the last request ended. */
export function undoBatch(id: number, after = 0): Promise<Result<Batch & { undo: Undone }>> {
  return request(
    `batches/${String(id)}/undo`,
    { after },
    (json) => json as Batch & { undo: Undone },
  );
}

/** Takes the texts of a batch out of the posts that they were filled into, as `undoBatch`. Counts are of posts. */
export function unfillBatch(id: number, after = 0): Promise<Result<Batch & { undo: Undone }>> {
  return request(
    `batches/${String(id)}/unfill`,
    { after },
    (json) => json as Batch & { undo: Undone },
  );
}

/** Works on up to `limit` images (1 to 3) of a batch, which takes up to about 55 s; resolves with those. */
export function workOnBatch(
  id: number,
  limit = 1,
): Promise<Result<{ batch: Batch; items: BatchItem[] }>> {
  return request(
    `batches/${String(id)}/work`,
    { limit },
    (json) => json as { batch: Batch; items: BatchItem[] },
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

/** The items of up to 100 attachments that the user may edit; attachments without an item are left out. */
export function listItemsOf(attachmentIds: readonly number[]): Promise<Result<BatchItem[]>> {
  return request(
    `batch-items?ids=${attachmentIds.join(',')}`,
    undefined,
    (json) => json as BatchItem[],
  );
}

/** Writes another text, which can be undone as the batch's own. */
export function editItem(
  attachmentId: number,
  change: { alt_text: string; is_decorative?: boolean },
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
