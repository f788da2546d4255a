import { __, _n, sprintf } from '@wordpress/i18n';
import type { LibraryBatch } from '../../common/batches-api.ts';
import { formatNumber } from '../../common/format.ts';
import { countDone } from './batch-state.ts';
import type { UndoProgress } from './batch-state.ts';

/** "112 of 318" */
export function progressText(batch: LibraryBatch): string {
  return sprintf(
    /* translators: 1: number of images that are done, 2: number of images. */
    __('%1$s of %2$s', 'altscribe'),
    formatNumber(countDone(batch)),
    formatNumber(batch.total),
  );
}

/** "316 written, 2 to review." The outcome of a batch so far. */
export function outcomeText(batch: LibraryBatch): string {
  const { written, suggested, failed, skipped, undone } = batch.counts;
  const parts = [
    // Shown even if it is 0, unless there is another count.
    (written > 0 || suggested + failed + skipped + undone === 0) &&
      /* translators: %s: number of alt texts. */
      sprintf(_n('%s written', '%s written', written, 'altscribe'), formatNumber(written)),
    suggested > 0 && toReviewText(suggested, written === 0),
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
  /* translators: %s: list of counts, such as "316 written, 2 to review". */
  return sprintf(__('%s.', 'altscribe'), text);
}

/** "2 to review", or "2 texts to review" if no count of texts precedes it. */
function toReviewText(count: number, isFirst: boolean): string {
  const shown = formatNumber(count);
  return isFirst
    ? /* translators: %s: number of suggested alt texts. */
      sprintf(_n('%s text to review', '%s texts to review', count, 'altscribe'), shown)
    : /* translators: %s: number of suggested alt texts. */
      sprintf(_n('%s to review', '%s to review', count, 'altscribe'), shown);
}

/** The sentence for the state of a batch: "Done. 316 written, 2 to review." */
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
      return batch.reason?.message ?? __('The batch is blocked.', 'altscribe');
    case 'stopped':
      /* translators: %s: what was done: "112 written." */
      return sprintf(__('Stopped. %s', 'altscribe'), outcomeText(batch));
    case 'finished':
      return batch.origin === 'import'
        ? /* translators: %s: what was done: "112 written." */
          sprintf(__('Imported. %s', 'altscribe'), outcomeText(batch))
        : /* translators: %s: what was done: "316 written, 2 to review." */
          sprintf(__('Done. %s', 'altscribe'), outcomeText(batch));
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
