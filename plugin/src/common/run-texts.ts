import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from './format.ts';
import type { LibraryBatch } from './batches-api.ts';

/** Sentences about generating all missing texts of a post. */

/** "Generating 2 of 3" */
export function progressText({ done, total }: { done: number; total: number }): string {
  return sprintf(
    /* translators: 1: number of the image, 2: number of images. */
    __('Generating %1$s of %2$s', 'altscribe'),
    formatNumber(Math.min(done + 1, total)),
    formatNumber(total),
  );
}

/** "uses 3 of 47 credits", or "needs 50 credits, 47 left" */
export function costText(needed: number, credits: number): string {
  if (needed > credits) {
    return sprintf(
      /* translators: 1: number of credits needed, 2: number of credits left. */
      _n('needs %1$s credit, %2$s left', 'needs %1$s credits, %2$s left', needed, 'altscribe'),
      formatNumber(needed),
      formatNumber(credits),
    );
  }
  return sprintf(
    /* translators: 1: number of credits needed, 2: number of credits left. */
    _n('uses %1$s of %2$s credit', 'uses %1$s of %2$s credits', credits, 'altscribe'),
    formatNumber(needed),
    formatNumber(credits),
  );
}

/**
 * Why a running batch is waiting: "The alt text service had a problem. Trying again in 8 seconds."
 * Null if it is not waiting.
 * @param batch   A running batch.
 * @param seconds Until it continues automatically; 0 while it tries.
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
 * The message that the site is still being read for the posts that show an image. `percent`: how much was read.
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

/** Whether a plan is unlimited; its balance is only a placeholder. */
export function isUnlimitedPlan(planType: string): boolean {
  return planType.toLowerCase() === 'unlimited';
}
