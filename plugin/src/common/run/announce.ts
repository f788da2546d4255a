import { speak } from '@wordpress/a11y';
import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../format.ts';

/** Announcements about a run for screen readers. */

/** After this many milliseconds without news, "Still working" is announced and shown. */
export const longRequest = 8_000;

/** The progress of a run is announced after this many images. */
const imagesBetweenNews = 5;

export function announceStart(total: number): void {
  speak(
    sprintf(
      /* translators: %s: number of images. */
      _n(
        'Generating alt text for %s image.',
        'Generating alt text for %s images.',
        total,
        'altscribe',
      ),
      formatNumber(total),
    ),
  );
}

/** Announces every fifth image of a run, but not its last one. */
export function announceProgress(done: number, total: number): void {
  if (done % imagesBetweenNews === 0 && done < total) {
    speak(doneText(done, total));
  }
}

export function doneText(done: number, total: number): string {
  return sprintf(
    /* translators: 1: number of images that are done, 2: number of images. */
    __('%1$s of %2$s images done.', 'altscribe'),
    formatNumber(done),
    formatNumber(total),
  );
}

export function announceStopping(): void {
  speak(__('Stopping.', 'altscribe'));
}

export function announceUndone(count: number): void {
  speak(
    sprintf(
      /* translators: %s: number of alt texts. */
      _n('%s alt text undone.', '%s alt texts undone.', count, 'altscribe'),
      formatNumber(count),
    ),
  );
}

/** Announces "Still working" once the wait is long. Returns a function that stops this. */
export function startSayingStillWorking(): () => void {
  const timer = setTimeout(() => {
    speak(__('Still working…', 'altscribe'));
  }, longRequest);
  return () => {
    clearTimeout(timer);
  };
}
