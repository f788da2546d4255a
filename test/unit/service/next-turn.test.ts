import { expect, test } from 'vitest';
import { nextTurn } from '../../../service/next-turn.ts';

test('each call resolves in a turn of its own, in order', async () => {
  const events: string[] = [];
  const turns = ['first', 'second', 'third'].map((name) =>
    nextTurn().then(() => {
      events.push(name);
      setImmediate(() => events.push(`after ${name}`));
    }),
  );
  await Promise.all(turns);
  await new Promise((resolve) => setImmediate(resolve));
  expect(events).toEqual([
    'first',
    'after first',
    'second',
    'after second',
    'third',
    'after third',
  ]);
});
