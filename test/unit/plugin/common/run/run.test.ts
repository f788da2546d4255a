// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Shared from '../../../../../plugin/src/common/run/run.ts';
import type { ApiError } from '../../../../../plugin/src/common/api-error.ts';

const speak = vi.hoisted(() => vi.fn<(message: string) => void>());
vi.mock('@wordpress/a11y', () => ({ speak }));
const { runSummary } = await import('../../../../../plugin/src/common/run-questions.tsx');
const { newRun, runAll } = await import('../../../../../plugin/src/common/run/run.ts');
type Run = Shared.Run<string, string>;
type Outcome = Shared.RunOutcome<string, string>;

let run: Run | null;
let isStopped: boolean;
const host = {
  getRun: () => run,
  change: (changes: Partial<Run>) => {
    run = { ...(run ?? newRun(0, [])), ...changes };
  },
  isStopped: () => isStopped,
};

const errorOf = (code: string): ApiError => ({ code, message: 'A sentence.' });
const lost = errorOf('altscribe_unreachable');
const unreadable = errorOf('altscribe_image_unreadable');

beforeEach(() => {
  vi.useFakeTimers();
  run = null;
  isStopped = false;
  speak.mockReset();
});

afterEach(() => {
  vi.useRealTimers();
});

const start = (
  groups: string[][],
  work: (image: string) => Promise<Outcome>,
  more: { applied?: string[]; requests?: number; isPaid?: (image: string) => boolean } = {},
) => {
  const count = groups.flat().length;
  return runAll({ count, requests: count, listGroups: () => groups, work, ...more }, host);
};

const single = (count: number) => Array.from({ length: count }, (_, index) => [String(index + 1)]);
const apply = (applied: string): Promise<Outcome> => Promise.resolve({ kind: 'applied', applied });

describe('a run', () => {
  it('processes three images at once, but the images of a group one after the other', async () => {
    const going = new Set<string>();
    const most: number[] = [];
    await start([['1', '2'], ['3'], ['4'], ['5'], ['6']], async (image) => {
      expect(going.has('1') && going.has('2')).toBe(false);
      most.push(going.add(image).size);
      await vi.advanceTimersByTimeAsync(1);
      going.delete(image);
      return apply(image);
    });
    expect(Math.max(...most)).toBe(3);
    expect(run).toMatchObject({ isRunning: false, total: 6, done: 6, error: null });
    expect([...(run?.applied ?? [])].sort()).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('counts the outcome of each image, including texts that already existed', async () => {
    const outcomes: Outcome[] = [
      { kind: 'suggested' },
      { kind: 'failed', image: '2', error: unreadable },
      { kind: 'unchanged' },
      { kind: 'applied', applied: '4' },
    ];
    await start(single(4), (image) => Promise.resolve(outcomes[Number(image) - 1] as Outcome), {
      applied: ['0'],
    });
    expect(run).toMatchObject({ total: 5, done: 5, applied: ['0', '4'], failed: ['2'] });
    expect(run).toMatchObject({ suggested: 1, unchanged: 1, cost: null });
  });

  it('starts nothing after Stop, except texts that are already paid for', async () => {
    const worked: string[] = [];
    const groups = [['1', '1b'], ['2', '2b'], ['3'], ['4']];
    await start(
      groups,
      (image) => {
        worked.push(image);
        isStopped = true;
        return image === '3' ? Promise.resolve({ kind: 'stopped' }) : apply(image);
      },
      { isPaid: (image) => image === '1b' },
    );
    // The first three begin at once, unless one of them stops the others.
    expect(worked).toEqual(['1', '1b']);
    expect(run).toMatchObject({ isRunning: false, total: 6, done: 2, error: null });
  });

  it('ends at an error that affects every image, and leaves the rest', async () => {
    const work = vi.fn((image: string) =>
      image === '2'
        ? Promise.resolve<Outcome>({ kind: 'failed', image, error: lost })
        : apply(image),
    );
    await start(single(9), work);
    expect(work.mock.calls.length).toBeLessThan(6);
    // The failing image is one of the remaining ones.
    expect(run).toMatchObject({ isRunning: false, failed: [], error: lost });
    expect(run?.done).toBe(work.mock.calls.length - 1);
  });

  it.each([
    ['work', () => single(2)],
    [
      'the list',
      () => {
        throw new Error('broken');
      },
    ],
  ])('ends if %s throws', async (_what, listGroups) => {
    const work = () => Promise.reject(new Error('broken'));
    await runAll({ count: 2, requests: 2, listGroups, work }, host);
    expect(run).toMatchObject({ isRunning: false, done: 0, error: { code: 'batch_failed' } });
  });

  it.each([
    [[false, false], null],
    [[true, false], 1],
    [[true, true], 0],
    [[undefined, true, false, false], 2],
  ])('that found %j costs %s', async (texts, cost) => {
    await start(single(texts.length), (image) =>
      Promise.resolve({ kind: 'suggested', isFree: texts[Number(image) - 1] }),
    );
    expect(run?.cost).toBe(cost);
  });

  it('without a request keeps the error of the last one', async () => {
    await start(single(1), (image) => Promise.resolve({ kind: 'failed', image, error: lost }));
    await start(single(1), apply, { requests: 0 });
    expect(run).toMatchObject({ applied: ['1'], error: lost });
    await start(single(1), apply);
    expect(run).toMatchObject({ applied: ['1'], error: null });
  });

  it('announces the start, every fifth image and a long wait', async () => {
    const answers: (() => void)[] = [];
    const done = start(single(6), async (image) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return apply(image);
    });
    await vi.advanceTimersByTimeAsync(8_000);
    for (let image = 0; image < 6; image += 1) {
      answers[image]?.();
      await vi.advanceTimersByTimeAsync(1);
    }
    await done;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(speak.mock.calls.map(([message]) => message)).toEqual([
      'Generating alt text for 6 images.',
      'Still working…',
      '5 of 6 images done.',
    ]);
  });
});

describe('The summary', () => {
  const counts = { applied: ['A', 'B', 'C'], failed: ['1', '2', '3'] };
  const after = (applied: number, suggested: number, failed: number, unchanged: number): Run => ({
    ...newRun(applied + suggested + failed + unchanged, counts.applied.slice(0, applied)),
    ...{ suggested, unchanged, failed: counts.failed.slice(0, failed) },
  });

  it.each([
    [after(1, 0, 0, 0), '1 alt text added.'],
    [after(1, 0, 2, 0), '1 alt text added. 2 failed.'],
    [after(1, 0, 0, 1), '1 alt text added. 1 image unchanged.'],
    [after(0, 2, 0, 0), '2 alt texts suggested.'],
    [after(0, 0, 1, 0), 'No alt text added. 1 failed.'],
  ])('of %o', (ended, summary) => {
    expect(runSummary(ended)).toBe(summary);
  });

  it.each([
    [after(2, 0, 0, 0), 1, '2 alt texts added for 1 credit.'],
    [after(3, 0, 1, 0), 2, '3 alt texts added for 2 credits. 1 failed.'],
    [after(2, 0, 0, 0), 0, '2 alt texts added. No credits used.'],
    [after(1, 0, 0, 1), 1, '1 alt text added. 1 image unchanged. 1 credit used.'],
    [after(0, 2, 0, 0), 1, '2 alt texts suggested. 1 credit used.'],
  ])('of %o that cost %s instead of the announced number', (ended, cost, summary) => {
    expect(runSummary({ ...ended, cost })).toBe(summary);
  });
});
