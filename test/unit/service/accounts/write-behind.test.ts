import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWriteBehind } from '../../../../service/accounts/write-behind.ts';
import { createLog } from '../../../../service/server/log.ts';

interface Row {
  readonly id: string;
  readonly values: readonly number[];
}

let written: string[];
let failed: string[];
let write: (row: Row) => Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  written = [];
  failed = [];
  write = ({ id, values }) => {
    written.push(`${id} ${values.join('+')}`);
    return Promise.resolve();
  };
});
afterEach(() => {
  vi.useRealTimers();
});

function create() {
  return createWriteBehind<Row>({
    idOf: ({ id }) => id,
    join: (earlier, later) => ({ ...earlier, values: [...earlier.values, ...later.values] }),
    write: (row) => write(row),
    what: 'calls',
    background: { log: createLog('silent'), failed: (what) => void failed.push(what) },
  });
}

test('combines rows with the same ID and writes them after a second', async () => {
  const rows = create();
  for (const [id, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['c', 4],
  ] as const) {
    rows.add({ id, values: [value] });
  }
  await vi.advanceTimersByTimeAsync(999);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(written).toEqual(['a 1+3', 'b 2', 'c 4']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(written).toHaveLength(3);
});

test('rows that could not be written stay ahead of later ones and are written once', async () => {
  const rows = create();
  const works = write;
  let reject: (error: Error) => void = () => undefined;
  write = () => new Promise((_resolve, fail) => (reject = fail));
  rows.add({ id: 'a', values: [1] });
  rows.add({ id: 'b', values: [2] });
  await vi.advanceTimersByTimeAsync(3_000);
  rows.add({ id: 'a', values: [3] });
  write = works;
  reject(new Error('The disk is full.'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written.toSorted()).toEqual(['a 1+3', 'b 2']);
});

test('every failed write is reported', async () => {
  const rows = create();
  write = () => Promise.reject(new Error('The disk is full.'));
  rows.add({ id: 'a', values: [1] });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(failed).toEqual(['calls', 'calls', 'calls']);
});

test('additions to a row during a write are not lost', async () => {
  const rows = create();
  const works = write;
  write = (row) => {
    if (row.id === 'a') rows.add({ id: 'b', values: [3] });
    return works(row);
  };
  rows.add({ id: 'a', values: [1] });
  rows.add({ id: 'b', values: [2] });
  await rows.close();
  expect(written).toEqual(['a 1', 'b 2+3']);
});

test('closing waits for the write in progress and writes the rest', async () => {
  const rows = create();
  const works = write;
  let finish = (): void => undefined;
  write = (given) => new Promise<void>((resolve) => (finish = resolve)).then(() => works(given));
  rows.add({ id: 'a', values: [1] });
  await vi.advanceTimersByTimeAsync(1_000);
  rows.add({ id: 'a', values: [2] });
  let isClosed = false;
  const closing = rows.close().then(() => (isClosed = true));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isClosed).toBe(false);
  write = works;
  finish();
  await closing;
  expect(written).toEqual(['a 1', 'a 2']);
});
