import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from './format.ts';

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

/** How many images of a run ended in which way. */
export interface RunCounts {
  added: number;
  /** Texts that wait for review. */
  suggested: number;
  failed: number;
  /** Images that got a text elsewhere meanwhile, or were removed. */
  unchanged: number;
}

/** "3 alt texts added. 1 failed." */
export function runSummary({ added, suggested, failed, unchanged }: RunCounts): string {
  const sentences = [
    (added > 0 || suggested === 0) && addedText(added),
    suggested > 0 &&
      sprintf(
        /* translators: %s: number of alt texts. */
        _n('%s alt text to review.', '%s alt texts to review.', suggested, 'altscribe'),
        formatNumber(suggested),
      ),
    failed > 0 &&
      sprintf(
        /* translators: %s: number of alt texts. */
        _n('%s failed.', '%s failed.', failed, 'altscribe'),
        formatNumber(failed),
      ),
    unchanged > 0 &&
      sprintf(
        /* translators: %s: number of images. */
        _n('%s image unchanged.', '%s images unchanged.', unchanged, 'altscribe'),
        formatNumber(unchanged),
      ),
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

function addedText(count: number): string {
  if (count === 0) {
    return __('No alt text added.', 'altscribe');
  }
  return sprintf(
    /* translators: %s: number of alt texts. */
    _n('%s alt text added.', '%s alt texts added.', count, 'altscribe'),
    formatNumber(count),
  );
}
