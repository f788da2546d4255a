import { __, _n, sprintf } from '@wordpress/i18n';
import type { LibraryBatch } from './batches-api.ts';
import { formatNumber } from './format.ts';

/**
 * Why a running batch is waiting: "The alt text service had a problem. Trying again in 8 seconds."
 * Null if it is not waiting.
 * @param batch   A running batch.
 * @param seconds Until it continues by itself; 0 while it tries.
 */
export function waitText(batch: Pick<LibraryBatch, 'reason'>, seconds: number): string | null {
  const problem = problemText(batch.reason?.code);
  if (problem !== null) {
    return `${problem} ${tryingText(seconds)}`;
  }
  return seconds > 0
    ? sprintf(
        /* translators: %s: number of seconds. */
        _n(
          'Too many requests right now. Continuing in %s second.',
          'Too many requests right now. Continuing in %s seconds.',
          seconds,
          'altscribe',
        ),
        formatNumber(seconds),
      )
    : null;
}

function problemText(code: string | undefined): string | null {
  switch (code) {
    case 'altscribe_service_error':
      return __('The alt text service had a problem.', 'altscribe');
    case 'altscribe_unreachable':
      return __('The alt text service could not be reached.', 'altscribe');
    default:
      return null;
  }
}

function tryingText(seconds: number): string {
  return seconds > 0
    ? sprintf(
        /* translators: %s: number of seconds. */
        _n('Trying again in %s second.', 'Trying again in %s seconds.', seconds, 'altscribe'),
        formatNumber(seconds),
      )
    : __('Trying again now.', 'altscribe');
}

/**
 * Says that it is not known yet which posts show an image. `percent`: how much of the site was read.
 */
export function readingText(percent: number): string {
  return sprintf(
    /* translators: %s: a number. */
    __(
      'Altscribe is still reading the posts of this site (%s%%). Some uses may be missing.',
      'altscribe',
    ),
    formatNumber(percent),
  );
}
