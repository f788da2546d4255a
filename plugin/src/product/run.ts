import { speak } from '@wordpress/a11y';
import { __, _n, sprintf } from '@wordpress/i18n';
import {
  type BatchItem,
  type LibraryBatch,
  generateForProduct,
  listItemsOf,
  undoItem,
  workOnBatch,
} from '../common/batches-api.ts';
import { formatNumber } from '../common/format.ts';
import { waitText } from '../common/run-texts.ts';
import { followBatch, secondsToWait, wait } from '../common/run/follow-batch.ts';
import type { ApiError } from '../common/api-error.ts';

/** The state of the button. Both places of the button show the same. */
export interface Run {
  isRunning: boolean;
  /** A sentence; '' before the first click. */
  text: string;
  isError: boolean;
  /** The batch with the results; 0 if there is none. */
  batchId: number;
  /** The images that are done. */
  items: readonly BatchItem[];
  /** The place of the button that was clicked, which also shows these images. */
  place: string;
}

let run: Run = { isRunning: false, text: '', isError: false, batchId: 0, items: [], place: '' };
const listeners = new Set<() => void>();

export const getRun = (): Run => run;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(changed: Partial<Run>): void {
  run = { ...run, ...changed };
  for (const listener of listeners) {
    listener();
  }
}

/** Ends a run with a sentence, which is also announced. */
function end(text: string, isError = false): null {
  show({ isRunning: false, text, isError });
  speak(text, isError ? 'assertive' : 'polite');
  return null;
}

/**
 * Queues the images of the product in the form, and shows the progress until all are done. `place`:
 * that of the clicked button.
 */
export async function generateForThisProduct(place: string): Promise<void> {
  if (run.isRunning) {
    return;
  }
  show({ isRunning: true, text: '', isError: false, batchId: 0, items: [], place });
  const title = document.querySelector<HTMLInputElement>('#title')?.value ?? '';
  const form = { images: listChosenImages(), title };
  const started = await generateForProduct(bootData.productId, form);
  if (!started.ok) {
    end(started.error.message, true);
    return;
  }
  const { ids, batch_id: batchId, message } = started.value;
  if (ids.length === 0) {
    show({ batchId });
    end(message ?? '');
    return;
  }
  show({ text: progressText(0, ids.length), batchId });
  speak(progressText(0, ids.length));
  await follow(ids, batchId);
}

/** `batchId`: 0 if all of these images are processed elsewhere. */
function follow(ids: readonly number[], batchId: number): Promise<void> {
  return followBatch(async () => {
    const worked = batchId === 0 ? null : await workOnBatch(batchId);
    if (worked?.ok === false) {
      return end(worked.error.message, true);
    }
    const work = worked?.value;
    if (work?.batch.state === 'halted') {
      return end(work.batch.reason?.message ?? '', true);
    }
    const listed = await listItemsOf(ids);
    if (!listed.ok) {
      return end(listed.error.message, true);
    }
    const done = listed.value.filter(({ state }) => state !== 'waiting' && state !== 'running');
    // Images that are no longer in the queue were stopped or deleted.
    show({ items: done });
    if (done.length === listed.value.length) {
      return end(resultText(done));
    }
    show({ text: progressText(done.length, listed.value.length) });
    if (work && work.batch.retry_after !== null) {
      await countDown(work.batch, work.batch.retry_after);
      return 0;
    }
    return secondsToWait(work);
  });
}

/** Restores the text of an image from before the run. */
export async function undo(attachmentId: number): Promise<void> {
  const undone = await undoItem(attachmentId);
  if (undone.ok) {
    const items = run.items.map((one) => (one.attachment_id === attachmentId ? undone.value : one));
    show({ items });
    speak(__('Alt text undone.', 'altscribe'));
  } else {
    end(undone.error.message, true);
  }
}

/** Shows why a batch is waiting, like the page of the media library, with a countdown. */
async function countDown(batch: LibraryBatch, seconds: number): Promise<void> {
  const longest = Math.ceil(seconds);
  for (let left = longest; left > 0; left -= 1) {
    const text = waitText(batch, left) ?? '';
    if (left === longest) {
      speak(text);
    }
    show({ text });
    await wait(1);
  }
}

function progressText(done: number, total: number): string {
  return sprintf(
    /* translators: 1: number of images that are done, 2: number of images. */
    _n(
      'Generating alt text: %1$s of %2$s image done.',
      'Generating alt text: %1$s of %2$s images done.',
      total,
      'altscribe',
    ),
    formatNumber(done),
    formatNumber(total),
  );
}

/** "2 alt texts written. 1 text to review." */
function resultText(items: readonly BatchItem[]): string {
  const count = (...states: BatchItem['state'][]) =>
    items.filter(({ state }) => states.includes(state)).length;
  const [written, suggested, left] = [
    count('written'),
    count('suggested'),
    count('failed', 'skipped', 'undone'),
  ];
  const sentences = [
    written > 0 &&
      sprintf(
        /* translators: %s: number of alt texts. */
        _n('%s alt text written.', '%s alt texts written.', written, 'altscribe'),
        formatNumber(written),
      ),
    suggested > 0 &&
      sprintf(
        /* translators: %s: number of alt texts. */
        _n('%s text to review.', '%s texts to review.', suggested, 'altscribe'),
        formatNumber(suggested),
      ),
    left > 0 &&
      sprintf(
        /* translators: %s: number of images. */
        _n('%s image failed.', '%s images failed.', left, 'altscribe'),
        formatNumber(left),
      ),
    items.find(({ state }) => state === 'failed')?.error?.message,
  ].filter((sentence) => typeof sentence === 'string');
  return sentences.length > 0 ? sentences.join(' ') : __('Stopped.', 'altscribe');
}

/**
 * The images selected in the product's form, saved or not: WordPress and WooCommerce hold them in
 * hidden fields until the form is sent.
 */
function listChosenImages(): number[] {
  const fields = document.querySelectorAll<HTMLInputElement>(
    '#_thumbnail_id, #product_image_gallery, #variable_product_options .upload_image_id',
  );
  const ids = [...fields].flatMap(({ value }) => value.split(',').map(Number));
  // WordPress uses -1 for no image.
  return [...new Set(ids.filter((id) => Number.isInteger(id) && id > 0))];
}

/** Data from PHP for the script of the product screen. */
export interface ProductBootData {
  productId: number;
  /** Why nothing can be generated for this product; null if it can. */
  problem: ApiError | null;
  /** Media > Alt text. */
  progressUrl: string;
}

declare global {
  interface Window {
    altscribeProduct?: ProductBootData;
  }
}

export const bootData: ProductBootData = window.altscribeProduct ?? {
  productId: 0,
  problem: null,
  progressUrl: '',
};
