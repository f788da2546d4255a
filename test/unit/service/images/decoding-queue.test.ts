import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDecodingQueue } from '../../../../service/images/decoding-queue.ts';
import { PicturesBusyError } from '../../../../service/images/picture.ts';

const megabyte = 1024 * 1024;

/** A promise, and what resolves it. */
function gate<T>() {
  let open: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

function bounds(ms = 5_000, signal = new AbortController().signal) {
  return { signal, deadline: Date.now() + ms };
}

test('a burst of small pictures waits, and all are decoded', async () => {
  const queue = createDecodingQueue();
  const numbers = Array.from({ length: 2_000 }, (_, number) => number);
  const results = await Promise.all(
    numbers.map((number) => queue.run(1_000, bounds(), () => Promise.resolve(number))),
  );
  expect(results).toEqual(numbers);
});

test('more bytes than are kept waiting are refused, until some are done', async () => {
  const queue = createDecodingQueue();
  const first = gate<string>();
  const waiting = queue.run(250 * megabyte, bounds(), () => first.promise);
  const second = queue.run(10 * megabyte, bounds(), () => Promise.resolve('second'));
  await expect(second).rejects.toBeInstanceOf(PicturesBusyError);
  first.open('first');
  await expect(waiting).resolves.toBe('first');
  const third = queue.run(10 * megabyte, bounds(), () => Promise.resolve('third'));
  await expect(third).resolves.toBe('third');
});

test('several processes share the room for what waits, and each takes any one picture', async () => {
  const queue = createDecodingQueue(4);
  const held = gate<string>();
  const first = queue.run(100 * megabyte, bounds(), () => held.promise);
  const second = queue.run(1, bounds(), () => Promise.resolve('second'));
  await expect(second).rejects.toBeInstanceOf(PicturesBusyError);
  held.open('first');
  await expect(first).resolves.toBe('first');
});

test('what waits beyond its deadline is refused, and never decoded', async () => {
  const queue = createDecodingQueue();
  const held = gate<undefined>();
  const busy = Array.from({ length: 64 }, () => queue.run(1, bounds(), () => held.promise));
  let isDecoded = false;
  const late = queue.run(1, bounds(10), () => Promise.resolve((isDecoded = true)));
  await expect(late).rejects.toBeInstanceOf(PicturesBusyError);
  held.open(undefined);
  await Promise.all(busy);
  await sleep(0);
  expect(isDecoded).toBe(false);
});

test('what the work throws is passed on', async () => {
  const error = new Error('damaged');
  const work = createDecodingQueue().run(1, bounds(), () => Promise.reject(error));
  await expect(work).rejects.toBe(error);
});
