import { getPriority } from 'node:os';
import { readdir } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../../support/service.ts';

test('all threads give way to the one that responds to requests', async () => {
  const service = await startService({ OPENAI_API_KEY: 'never-called' });
  onTestFinished(() => service.dispose());
  const threads = (await readdir(`/proc/${service.pid}/task`)).map(Number);
  const others = threads.filter((thread) => thread !== service.pid);
  expect(getPriority(service.pid)).toBe(getPriority());
  expect(others.length).toBeGreaterThan(4);
  expect(new Set(others.map((thread) => getPriority(thread)))).toEqual(
    new Set([Math.min(getPriority() + 10, 19)]),
  );
});
