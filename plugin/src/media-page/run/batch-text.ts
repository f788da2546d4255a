import { __, _n, sprintf } from '@wordpress/i18n';
import type { Batch } from '../../common/batches-api.ts';
import { formatNumber } from '../../common/format.ts';
import { countAttention, countDone } from './batch-state.ts';
import type { UndoProgress } from './undo-in-slices.ts';

/** "112 of 318" */
export function progressText(batch: Batch): string {
  return sprintf(
    /* translators: 1: number of images that are done, 2: number of images. */
    __('%1$s of %2$s', 'altscribe'),
    formatNumber(countDone(batch)),
    formatNumber(batch.total),
  );
}

/** "316 written, 2 need you." What came of a batch so far. */
export function outcomeText(batch: Batch): string {
  const { written, skipped, undone } = batch.counts;
  const attention = countAttention(batch);
  const parts = [
    // Even if it is 0, unless all was taken back.
    (written > 0 || undone === 0) &&
      /* translators: %s: number of alt texts. */
      sprintf(_n('%s written', '%s written', written, 'altscribe'), formatNumber(written)),
    attention > 0 &&
      sprintf(
        /* translators: %s: number of images that somebody must look at. */
        _n('%s needs you', '%s need you', attention, 'altscribe'),
        formatNumber(attention),
      ),
    skipped > 0 &&
      sprintf(
        /* translators: %s: number of images. */
        _n('%s left as it was', '%s left as they were', skipped, 'altscribe'),
        formatNumber(skipped),
      ),
    undone > 0 &&
      sprintf(
        /* translators: %s: number of alt texts. */
        _n('%s taken back', '%s taken back', undone, 'altscribe'),
        formatNumber(undone),
      ),
  ];
  const text = parts.filter((sentence) => sentence !== false).join(', ');
  /* translators: %s: list of counts, such as "316 written, 2 need you". */
  return sprintf(__('%s.', 'altscribe'), text);
}

/** The sentence of a state that a batch stays in: "Paused.", "Finished: 316 written, 2 need you." */
export function stateText(batch: Batch): string {
  switch (batch.state) {
    case 'running':
      return batch.cron.works
        ? __('You can close this page; it goes on.', 'altscribe')
        : __('WP-Cron does not run here: keep this page open.', 'altscribe');
    case 'paused':
      /* translators: %s: what was done so far: "112 written." */
      return sprintf(__('Paused. So far: %s', 'altscribe'), outcomeText(batch));
    case 'halted':
      return batch.reason?.message ?? __('Something keeps this from going on.', 'altscribe');
    case 'stopped':
      /* translators: %s: what was done: "112 written." */
      return sprintf(__('Stopped: %s', 'altscribe'), outcomeText(batch));
    case 'finished':
      return batch.origin === 'import'
        ? /* translators: %s: what was done: "112 written." */
          sprintf(__('Imported: %s', 'altscribe'), outcomeText(batch))
        : /* translators: %s: what was done: "316 written, 2 need you." */
          sprintf(__('Finished: %s', 'altscribe'), outcomeText(batch));
  }
}

/** "1,200 of 10,000 taken back", while a batch is being undone. */
export function undoText({ done, total }: UndoProgress): string {
  return sprintf(
    /* translators: 1: number of alt texts that were taken back, 2: number of alt texts. */
    __('%1$s of %2$s taken back. Keep this page open.', 'altscribe'),
    formatNumber(done),
    formatNumber(total),
  );
}

/** "It is tried again in 9 min.", while the service is away. */
export function retryText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return sprintf(
    /* translators: %s: number of minutes. */
    _n('It is tried again in %s min.', 'It is tried again in %s min.', minutes, 'altscribe'),
    formatNumber(minutes),
  );
}
