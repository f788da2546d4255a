import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batchLines } from '../../../../service/server/batch-lines.ts';

test('lines of one turn are written together, in their order', async () => {
  const writes: string[] = [];
  const lines = batchLines({ write: (text) => void writes.push(text), flushSync: () => undefined });
  lines.write('one\n');
  await Promise.resolve();
  lines.write('two\n');
  expect(writes).toEqual([]);
  await nextTurn();
  expect(writes).toEqual(['one\ntwo\n']);
  lines.write('three\n');
  await nextTurn();
  expect(writes).toEqual(['one\ntwo\n', 'three\n']);
});
