import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batchRequests } from '../../../../service/http/pipeline.ts';
import type { Context } from '../../../../service/http/state.ts';

test('requests of one turn of the event loop continue together, before later ones', async () => {
  const steps: string[] = [];
  const ctx = {} as Context;
  async function handle(name: string): Promise<void> {
    await batchRequests(ctx, () => Promise.resolve(steps.push(`${name} handles`)));
    await batchRequests(ctx, () => Promise.resolve(steps.push(`${name} sends`)));
  }
  const both = [handle('one'), handle('two')];
  await Promise.resolve();
  expect(steps).toEqual([]);
  await nextTurn();
  expect(steps).toEqual(['one handles', 'two handles']);
  await Promise.all(both);
  expect(steps.slice(2)).toEqual(['one sends', 'two sends']);
});
