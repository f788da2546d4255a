// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import {
  addReading,
  estimateTimeLeft,
  timeLeftText,
  type Reading,
} from '../../../../plugin/src/media-page/run/batch-state.ts';

const seconds = 1_000;
const minutes = 60 * seconds;

const collect = (readings: Reading[]) =>
  readings.reduce<readonly Reading[]>((all, reading) => addReading(all, reading), []);

describe('The remaining time', () => {
  it('is based on the speed of the last two minutes', () => {
    const slow = { at: 0, done: 1 };
    const readings = collect([slow, { at: 5 * minutes, done: 2 }, { at: 6 * minutes, done: 8 }]);
    expect(estimateTimeLeft(readings, 12)).toBe(2 * minutes);
  });

  it('is not estimated', () => {
    expect(estimateTimeLeft([], 9)).toBeNull();
    const early = collect([
      { at: 0, done: 0 },
      { at: 2 * seconds, done: 1 },
    ]);
    expect(estimateTimeLeft(early, 9)).toBeNull();
  });

  it('starts over after items were queued again', () => {
    const readings = collect([
      { at: 0, done: 5 },
      { at: minutes, done: 9 },
      { at: 2 * minutes, done: 7 },
    ]);
    expect(readings).toEqual([{ at: 2 * minutes, done: 7 }]);
  });

  it('is shown in round numbers', () => {
    expect(timeLeftText(20 * seconds)).toBe('less than a minute left');
    expect(timeLeftText(8.2 * minutes)).toBe('about 9 min left');
    expect(timeLeftText(200 * minutes)).toBe('about 3 h left');
  });
});
