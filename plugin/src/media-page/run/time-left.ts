import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';

/** How far a batch was at a moment. */
export interface Reading {
  /** Milliseconds since 1970. */
  at: number;
  /** Number of items that are done. */
  done: number;
}

/** Older readings say little of how fast it goes now. */
const longestLook = 120_000;

/** Before this, the speed is a guess. */
const shortestLook = 5_000;

/** Adds a reading, and forgets those that are too old. Begins anew when fewer are done than before. */
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

/** Milliseconds until the rest is done, if it goes on like this; null while that cannot be said. */
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
