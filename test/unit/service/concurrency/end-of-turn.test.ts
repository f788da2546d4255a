import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { endOfTurn } from '../../../../service/concurrency/end-of-turn.ts';

test('who waits in one turn goes on together, and later ones after that', async () => {
  const steps: string[] = [];
  async function work(name: string): Promise<void> {
    await endOfTurn();
    steps.push(`${name} handles`);
    await endOfTurn();
    steps.push(`${name} sends`);
  }
  const both = [work('one'), work('two')];
  await Promise.resolve();
  expect(steps).toEqual([]);
  await nextTurn();
  expect(steps).toEqual(['one handles', 'two handles']);
  await Promise.all(both);
  expect(steps.slice(2)).toEqual(['one sends', 'two sends']);
});
