import { expect, test } from 'vitest';
import { createKeyedMutex } from '../../../../service/concurrency/pending-tasks.ts';

test('work with the same key runs one at a time, also after earlier work has ended', async () => {
  const mutex = createKeyedMutex();
  const running: string[] = [];
  const most: string[] = [];
  const work = (key: string, name: string) =>
    mutex.runExclusive(key, async () => {
      running.push(name);
      most.push([...running].sort().join(' + '));
      await new Promise(setImmediate);
      running.splice(running.indexOf(name), 1);
      if (name === 'a1') throw new Error('Failed.');
      return name;
    });
  const failed = expect(work('a', 'a1')).rejects.toThrow('Failed.');
  const second = work('a', 'a2');
  const other = work('b', 'b1');
  await failed;
  // The second is still running.
  const third = work('a', 'a3');
  expect(await Promise.all([second, third, other])).toEqual(['a2', 'a3', 'b1']);
  expect(most.slice(0, 2)).toEqual(['a1', 'a1 + b1']);
  expect(most.filter((names) => /a\d \+ a\d/.test(names))).toEqual([]);
});
