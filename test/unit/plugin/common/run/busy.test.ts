import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askWhileBusy } from '../../../../../plugin/src/common/run/busy.ts';
import {
  type Work,
  followBatch,
  secondsToWait,
} from '../../../../../plugin/src/common/run/follow-batch.ts';

let busyUntil: number | null;
let isStopped: boolean;
const gate = {
  getBusyUntil: () => busyUntil,
  setBusyUntil: (until: number) => {
    busyUntil = until;
  },
  isStopped: () => isStopped,
};

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  busyUntil = null;
  isStopped = false;
});

afterEach(() => {
  vi.useRealTimers();
});

const busyFor = (retryAfterSeconds: number) => ({
  error: { code: 'altscribe_rate_limited', message: '', retryAfterSeconds },
});
const dog = { text: 'A dog' };

/** Busy for each of these seconds, then answers. */
const answering = (...seconds: number[]) =>
  vi.fn(() => {
    const next = seconds.shift();
    return Promise.resolve<object>(next === undefined ? dog : busyFor(next));
  });

const ask = (request: () => Promise<object>) => askWhileBusy(request, gate);

it('all requests wait until the same time, the latest that the service named', async () => {
  const [first, second] = [answering(2), answering(5)];
  const both = Promise.all([ask(first), ask(second)]);
  await vi.advanceTimersByTimeAsync(4_900);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(300);
  expect(await both).toEqual([dog, dog]);
});

it('a stopped wait ends without a request, and a late answer does not start another', async () => {
  const waiting = answering(60);
  const answer = ask(waiting);
  await vi.advanceTimersByTimeAsync(1_000);
  isStopped = true;
  busyUntil = null;
  await vi.advanceTimersByTimeAsync(250);
  expect(await answer).toBeNull();
  expect(waiting).toHaveBeenCalledTimes(1);

  isStopped = false;
  const late = vi.fn(() => {
    isStopped = true;
    return Promise.resolve<object>(busyFor(60));
  });
  expect(await ask(late)).toBeNull();
  expect(busyUntil).toBeNull();
});

it('a batch is followed at the pace of the site, until the last step or the signal', async () => {
  const work = (retry_after: number | null, items: number) =>
    ({ batch: { retry_after }, items: Array(items).fill({}) }) as unknown as Work;
  const works = [work(7, 1), work(null, 1), work(null, 0), undefined];
  expect(works.map((one) => secondsToWait(one))).toEqual([7, 0, 3, 3]);

  const steps = vi.fn<() => Promise<number | null>>();
  steps.mockResolvedValueOnce(3).mockResolvedValueOnce(null);
  const followed = followBatch(steps);
  await vi.advanceTimersByTimeAsync(2_900);
  expect(steps).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  await followed;
  expect(steps).toHaveBeenCalledTimes(2);

  const ending = new AbortController();
  steps.mockResolvedValue(600);
  const aborted = followBatch(steps, ending.signal);
  await vi.advanceTimersByTimeAsync(1_000);
  ending.abort();
  await aborted;
  expect(steps).toHaveBeenCalledTimes(3);
});
