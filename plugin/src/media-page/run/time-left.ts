import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';

/** The progress of a batch at one time. */
export interface Reading {
  /** Milliseconds since 1970. */
  at: number;
  /** Number of finished items. */
  done: number;
}

/** Older readings do not reflect the present speed. */
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

/** Milliseconds until the rest is done at the present speed; null while that is unknown. */
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
