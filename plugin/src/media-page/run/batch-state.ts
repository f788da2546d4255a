import type { ApiError } from '../../common/api-error.ts';
import {
  type BatchState as Lifecycle,
  type LibraryBatch,
  fetchBatch,
  undoBatch,
  unfillBatch,
  workOnBatch,
} from '../../common/batches-api.ts';
import type { Result } from '../../common/api.ts';
import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';
import { type Work, followBatch, secondsToWait } from '../../common/run/follow-batch.ts';

export interface Worker {
  /** The era in which the next request is sent. */
  era: () => number;
  onWork: (work: Work, era: number) => void;
  onError: (error: ApiError) => void;
}

const errorSeconds = 10;

/** Processes a batch, one image after another, until the signal. */
export function work(batchId: number, worker: Worker, signal: AbortSignal): Promise<void> {
  let hasFailed = false;
  return followBatch(async () => {
    const era = worker.era();
    // After an error, first a quick request: an image may take half a minute, and the error is over.
    const result = hasFailed ? await readBatch(batchId) : await workOnBatch(batchId);
    const wasReading = hasFailed;
    hasFailed = !result.ok;
    if (result.ok) {
      worker.onWork(result.value, era);
      return wasReading ? 0 : secondsToWait(result.value);
    }
    worker.onError(result.error);
    return errorSeconds;
  }, signal);
}

/** A request that processes nothing. */
async function readBatch(batchId: number): Promise<Result<Work>> {
  const result = await fetchBatch(batchId);
  return result.ok ? { ok: true, value: { batch: result.value, items: [] } } : result;
}

/**
 * Runs in one tab of the browser at a time; the others wait for their turn. Browsers have no locks
 * on sites without HTTPS. There all tabs run, and the queue prevents duplicate work.
 */
export async function runInOneTab(run: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) {
    return run();
  }
  try {
    // Sites of a network may share an origin.
    await locks.request(`altscribe ${window.location.pathname}`, { signal }, run);
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
  }
}

/** The batch on the page, combined from responses that may arrive out of order. */
export interface ShownBatch {
  batch: LibraryBatch;
  /**
   * Counts the user's actions: pause, resume, retry. The response to an action overrides those to
   * earlier requests.
   */
  era: number;
  /** Milliseconds since 1970. */
  arrivedAt: number;
  readings: readonly Reading[];
}

export type BatchAction =
  /** Another batch, or the result of an action. */
  | { type: 'DECIDED'; batch: LibraryBatch; at: number }
  /** A later reading of the same batch, requested in an era. */
  | { type: 'READ'; batch: LibraryBatch; era: number; at: number }
  | { type: 'CLOSED' };

export function reduceBatch(shown: ShownBatch | null, action: BatchAction): ShownBatch | null {
  if (action.type === 'CLOSED') {
    return null;
  }
  const { batch, at } = action;
  // A paused batch makes no progress, which would distort the speed.
  const wentOn = shown?.batch.id === batch.id && shown.batch.state === batch.state;
  const next = {
    batch,
    era: shown?.era ?? 0,
    arrivedAt: at,
    readings: addReading(wentOn ? shown.readings : [], { at, done: countDone(batch) }),
  };
  if (action.type === 'DECIDED') {
    return { ...next, era: next.era + 1 };
  }
  const isLate =
    shown?.batch.id !== batch.id ||
    action.era < shown.era ||
    countDone(batch) < countDone(shown.batch);
  return isLate ? shown : next;
}

/** Number of processed items. */
export function countDone({ counts }: LibraryBatch): number {
  return counts.written + counts.suggested + counts.skipped + counts.failed + counts.undone;
}

/** Whether it is running or can be resumed. */
export function isActive({ state }: LibraryBatch): boolean {
  const active: Lifecycle[] = ['running', 'paused', 'halted'];
  return active.includes(state);
}

/**
 * Milliseconds until a running batch is done; null while that is unknown, such as while it waits
 * for the service.
 */
export function timeLeft({ batch, readings }: ShownBatch): number | null {
  const left = batch.counts.waiting + batch.counts.running;
  const goesOn = batch.state === 'running' && batch.reason === null;
  return goesOn ? estimateTimeLeft(readings, left) : null;
}

export interface UndoProgress {
  /** Number of texts or posts that were restored, or left alone because a user changed them. */
  done: number;
  total: number;
}

/**
 * Undoes everything that a batch has written in the media library or filled into posts, one request
 * after the other, because thousands of texts take minutes. If it fails or the page is closed, the
 * remaining texts can be undone later.
 * @param id      The batch.
 * @param action  `undo`: in the media library; `unfill`: in posts.
 * @param onSlice Called after each request but the last.
 */
export async function undoInSlices(
  id: number,
  action: 'undo' | 'unfill',
  onSlice: (batch: LibraryBatch, progress: UndoProgress) => void,
): Promise<Result<LibraryBatch>> {
  let done = 0;
  let after = 0;
  for (;;) {
    const result = await (action === 'undo' ? undoBatch : unfillBatch)(id, after);
    if (!result.ok || result.value.undo.left === 0) {
      return result;
    }
    const { undo } = result.value;
    done += undo.undone + undo.kept;
    after = undo.after;
    onSlice(result.value, { done, total: done + undo.left });
  }
}

/** The progress of a batch at one time. */
export interface Reading {
  /** Milliseconds since 1970. */
  at: number;
  /** Number of finished items. */
  done: number;
}

/** Older readings do not reflect the current speed. */
const longestLook = 120_000;

/** Before this, the speed is a guess. */
const shortestLook = 5_000;

/** Adds a reading and drops old ones. Starts over if fewer items are done than before. */
export function addReading(readings: readonly Reading[], reading: Reading): readonly Reading[] {
  const last = readings.at(-1);
  if (last?.done === reading.done) {
    return readings;
  }
  if (last && last.done > reading.done) {
    return [reading];
  }
  const recent = readings.filter(({ at }) => reading.at - at <= longestLook);
  return [...recent, reading];
}

/** Milliseconds until the rest is done at the current speed; null while that is unknown. */
export function estimateTimeLeft(readings: readonly Reading[], left: number): number | null {
  const [first, last] = [readings[0], readings.at(-1)];
  if (!first || !last || last.at - first.at < shortestLook) {
    return null;
  }
  return (left * (last.at - first.at)) / (last.done - first.done);
}

/** "about 9 min left" */
export function timeLeftText(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  if (minutes <= 1) {
    return __('less than a minute left', 'altscribe');
  }
  if (minutes <= 90) {
    return sprintf(
      /* translators: %s: number of minutes. */
      _n('about %s min left', 'about %s min left', minutes, 'altscribe'),
      formatNumber(minutes),
    );
  }
  const hours = Math.round(minutes / 60);
  return sprintf(
    /* translators: %s: number of hours. */
    _n('about %s h left', 'about %s h left', hours, 'altscribe'),
    formatNumber(hours),
  );
}

/** "112 of 318" */
export function progressText(batch: LibraryBatch): string {
  return sprintf(
    /* translators: 1: number of images that are done, 2: number of images. */
    __('%1$s of %2$s', 'altscribe'),
    formatNumber(countDone(batch)),
    formatNumber(batch.total),
  );
}

/** "316 written, 2 suggested." The outcome of a batch so far. */
export function outcomeText(batch: LibraryBatch): string {
  const { written, suggested, failed, skipped, undone } = batch.counts;
  const parts = [
    // Shown even if it is 0, unless there is another count.
    (written > 0 || suggested + failed + skipped + undone === 0) &&
      /* translators: %s: number of alt texts. */
      sprintf(_n('%s written', '%s written', written, 'altscribe'), formatNumber(written)),
    suggested > 0 &&
      /* translators: %s: number of images for which an alt text waits for review. */
      sprintf(_n('%s suggested', '%s suggested', suggested, 'altscribe'), formatNumber(suggested)),
    failed > 0 &&
      /* translators: %s: number of images. */
      sprintf(_n('%s failed', '%s failed', failed, 'altscribe'), formatNumber(failed)),
    skipped > 0 &&
      sprintf(
        /* translators: %s: number of images. */
        _n('%s unchanged', '%s unchanged', skipped, 'altscribe'),
        formatNumber(skipped),
      ),
    undone > 0 &&
      sprintf(
        /* translators: %s: number of alt texts. */
        _n('%s undone', '%s undone', undone, 'altscribe'),
        formatNumber(undone),
      ),
  ];
  const text = parts.filter((sentence) => sentence !== false).join(', ');
  /* translators: %s: list of counts, such as "316 written, 2 suggested". */
  return sprintf(__('%s.', 'altscribe'), text);
}

/** " 303 credits used."; '' if no text was generated. */
function usedText({ credits, counts }: LibraryBatch): string {
  if (counts.written + counts.suggested === 0) {
    return '';
  }
  if (credits === 0) {
    return ` ${__('No credits used.', 'altscribe')}`;
  }
  /* translators: %s: number of credits. */
  const used = _n('%s credit used.', '%s credits used.', credits, 'altscribe');
  return ` ${sprintf(used, formatNumber(credits))}`;
}

/** The sentence for the state of a batch: "Done. 316 written, 2 suggested." */
export function stateText(batch: LibraryBatch): string {
  switch (batch.state) {
    case 'running':
      return batch.cron.works
        ? __('You can close this page. Generating continues in the background.', 'altscribe')
        : __('WP-Cron is not running on this site. Keep this page open.', 'altscribe');
    case 'paused':
      /* translators: %s: what was done so far: "112 written." */
      return sprintf(__('Paused. So far: %s', 'altscribe'), outcomeText(batch));
    case 'halted':
      return batch.reason?.message ?? __('The run is blocked.', 'altscribe');
    case 'stopped':
      /* translators: %s: what was done: "112 written." */
      return sprintf(__('Stopped. %s', 'altscribe'), outcomeText(batch)) + usedText(batch);
    case 'finished':
      return batch.origin === 'import'
        ? /* translators: %s: what was done: "112 written." */
          sprintf(__('Imported. %s', 'altscribe'), outcomeText(batch))
        : /* translators: %s: what was done: "316 written, 2 suggested." */
          sprintf(__('Done. %s', 'altscribe'), outcomeText(batch)) + usedText(batch);
  }
}

/** "1,200 of 10,000 undone", while a batch is being undone. */
export function undoText({ done, total }: UndoProgress): string {
  return sprintf(
    /* translators: 1: number of alt texts that were undone, 2: number of alt texts. */
    __('%1$s of %2$s undone. Keep this page open.', 'altscribe'),
    formatNumber(done),
    formatNumber(total),
  );
}

/** "Trying again in 9 min.", while the service is unreachable. */
export function retryText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return sprintf(
    /* translators: %s: number of minutes. */
    _n('Trying again in %s min.', 'Trying again in %s min.', minutes, 'altscribe'),
    formatNumber(minutes),
  );
}
