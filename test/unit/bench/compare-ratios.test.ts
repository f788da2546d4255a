import { describe, expect, it } from 'vitest';
import { compareRatios, makeBaselines } from '../../bench/short/compare.ts';

describe('makeBaselines', () => {
  it('uses the median of the runs and the distance from the lowest to the highest', () => {
    const runs = [1.5, 1.2, 1.6, 1.4, 1.5].map((details) => ({ details }));
    const { details } = makeBaselines(runs);
    expect(details?.value).toBe(1.5);
    expect(details?.spread).toBeCloseTo(0.4);
  });
});

describe('compareRatios', () => {
  const baselines = { details: { value: 1.5, spread: 0.4 } };
  const isWorse = (ratios: Record<string, number>) =>
    compareRatios(ratios, baselines).map((verdict) => verdict.isWorse);

  it.each([2, 1.5, 1.1])('accepts %d, which is within the spread or better', (details) => {
    expect(isWorse({ details })).toEqual([false]);
  });

  it.each([1.09, 0])('refuses %d, which is worse by more than the spread', (details) => {
    expect(isWorse({ details })).toEqual([true]);
  });

  it('refuses a ratio that was not measured or is not a number', () => {
    expect(isWorse({})).toEqual([true]);
    expect(isWorse({ details: NaN })).toEqual([true]);
  });

  it('refuses a ratio without a committed baseline', () => {
    expect(isWorse({ details: 1.5, other: 9 })).toEqual([false, true]);
  });
});
