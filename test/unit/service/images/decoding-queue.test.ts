import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createDecodingQueue, decodesAtOnce } from '../../../../service/images/decoding-queue.ts';
import { ImagesBusyError } from '../../../../service/images/image.ts';

/** A promise, and the function that resolves it. */
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

test.each([
  [{ cores: 1, threads: 4, processes: 1 }, 1],
  [{ cores: 2, threads: 4, processes: 1 }, 1],
  [{ cores: 16, threads: 4, processes: 1 }, 2],
  [{ cores: 16, threads: 24, processes: 1 }, 15],
  [{ cores: 16, threads: 24, processes: 4 }, 3],
  [{ cores: 64, threads: 24, processes: 1 }, 22],
])('a disk flush never waits for an image: %o', (machine, expected) => {
  expect(decodesAtOnce(machine)).toBe(expected);
});

test('queues a burst of small images and decodes all of them', async () => {
  const queue = createDecodingQueue();
  const numbers = Array.from({ length: 2_000 }, (_, number) => number);
  const results = await Promise.all(
    numbers.map((number) => queue.run('user', bounds(), () => Promise.resolve(number))),
  );
  expect(results).toEqual(numbers);
});

test('a user with one image is next, however many images another user has queued', async () => {
  const queue = createDecodingQueue();
  const order: string[] = [];
  const decode = (name: string) => async () => {
    await sleep(1);
    order.push(name);
  };
  const many = Array.from({ length: 50 }, () => queue.run('a', bounds(), decode('a')));
  await queue.run('b', bounds(), decode('b'));
  // The first user's images that began before the second user's arrived, one for each core but one.
  expect(order.length).toBeLessThan(50);
  await Promise.all(many);
  expect(order.filter((name) => name === 'b')).toHaveLength(1);
});

test('starts the next image before returning the previous one', async () => {
  const queue = createDecodingQueue(64);
  const events: string[] = [];
  const decode = (name: string) => {
    const work = async () => {
      events.push(`${name} begins`);
      await sleep(20);
    };
    return queue.run('user', bounds(), work).then(() => events.push(`${name} is back`));
  };
  await Promise.all([decode('first'), decode('second')]);
  expect(events).toEqual(['first begins', 'second begins', 'first is back', 'second is back']);
});

test('reports how many images are waiting and being decoded', async () => {
  // With this many processes, each decodes one at a time.
  const queue = createDecodingQueue(64);
  const held = gate<undefined>();
  const all = ['a', 'a', 'b'].map((user) => queue.run(user, bounds(), () => held.promise));
  expect(queue.sizes()).toEqual({ waiting: 2, decoding: 1 });
  held.open(undefined);
  await Promise.all(all);
  await vi.waitFor(() => expect(queue.sizes()).toEqual({ waiting: 0, decoding: 0 }));
});

test('users take turns', async () => {
  const queue = createDecodingQueue(64);
  const order: string[] = [];
  const held = gate<undefined>();
  const first = queue.run('z', bounds(), () => held.promise);
  const later = ['a', 'a', 'b', 'b', 'c'].map((user) =>
    queue.run(user, bounds(), () => Promise.resolve(order.push(user))),
  );
  held.open(undefined);
  await Promise.all([first, ...later]);
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b']);
});

test('refuses images that wait beyond their deadline and never decodes them', async () => {
  const queue = createDecodingQueue();
  const held = gate<undefined>();
  const busy = Array.from({ length: 64 }, () => queue.run('a', bounds(), () => held.promise));
  let isDecoded = false;
  const late = queue.run('b', bounds(10), () => Promise.resolve((isDecoded = true)));
  await expect(late).rejects.toBeInstanceOf(ImagesBusyError);
  held.open(undefined);
  await Promise.all(busy);
  await sleep(0);
  expect(isDecoded).toBe(false);
});

test('rethrows the error of the work', async () => {
  const error = new Error('damaged');
  const work = createDecodingQueue().run('a', bounds(), () => Promise.reject(error));
  await expect(work).rejects.toBe(error);
});
