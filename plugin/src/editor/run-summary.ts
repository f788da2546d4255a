import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../common/format.ts';
import type { Run } from './store/state.ts';

/** "3 alt texts added. 1 image was left as it was." */
export function runSummary({ added, without }: Run): string {
  const left = sprintf(
    /* translators: %s: number of images. */
    _n('%s image was left as it was.', '%s images were left as they were.', without, 'altscribe'),
    formatNumber(without),
  );
  return without === 0 ? addedMessage(added.length) : `${addedMessage(added.length)} ${left}`;
}

export function takenBackMessage(count: number): string {
  return sprintf(
    /* translators: %s: number of alt texts. */
    _n('%s alt text taken back.', '%s alt texts taken back.', count, 'altscribe'),
    formatNumber(count),
  );
}

function addedMessage(count: number): string {
  if (count === 0) {
    return __('No alt text added.', 'altscribe');
  }
  return sprintf(
    /* translators: %s: number of alt texts. */
    _n('%s alt text added.', '%s alt texts added.', count, 'altscribe'),
    formatNumber(count),
  );
}
