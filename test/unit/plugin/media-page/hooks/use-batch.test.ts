// @vitest-environment jsdom
import { createElement, createRoot } from '@wordpress/element';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BatchControl } from '../../../../../plugin/src/media-page/hooks/use-batch.ts';

interface Request {
  path: string;
  method?: string;
}

const apiFetch = vi.hoisted(() => vi.fn<(request: Request) => Promise<unknown>>());
vi.mock('@wordpress/api-fetch', () => ({ default: apiFetch }));
const { useBatch } = await import('../../../../../plugin/src/media-page/hooks/use-batch.ts');

const counts = {
  waiting: 0,
  running: 0,
  written: 1,
  suggested: 0,
  skipped: 0,
  failed: 0,
  undone: 0,
};
const batchOf = (id: number, state = 'finished') => ({ id, state, reason: null, counts, total: 1 });

let control: BatchControl;
let root: ReturnType<typeof createRoot>;
let answers: ((batch: object) => void)[] = [];
let failures: (() => void)[] = [];

function Probe({ batchId }: { batchId: number | null }) {
  control = useBatch(batchId, () => undefined);
  return null;
}

/** Does an action and everything that follows from it without another answer. */
const after = (action: () => unknown) =>
  act(async () => {
    void action();
    await new Promise((done) => setImmediate(done));
  });

const show = (batchId: number | null) =>
  after(() => root.render(createElement(Probe, { batchId })));

/** Answers the request of this number (from 0) with a batch, or fails it. */
const settle = (request: number, batch: object | null) =>
  after(() => (batch ? answers[request]?.(batch) : failures[request]?.()));

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  answers = [];
  failures = [];
  apiFetch.mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        answers.push(resolve);
        failures.push(() => reject(Object.assign(new Error('It failed.'), { code: 'x' })));
      }),
  );
  root = createRoot(document.createElement('div'));
  await show(1);
  await settle(0, batchOf(1));
  expect(control.shown?.batch.id).toBe(1);
});

afterEach(async () => {
  await after(() => root.unmount());
  vi.unstubAllGlobals();
});

it('shows the batch that was opened last, whichever response arrives last', async () => {
  await after(() => control.reload());
  await show(2);
  await settle(2, batchOf(2));
  await settle(1, batchOf(1));
  expect(control.shown?.batch.id).toBe(2);

  await show(3);
  await show(4);
  await settle(4, batchOf(4));
  await settle(3, batchOf(3));
  expect(control.shown?.batch.id).toBe(4);
});

it('hides the error of a batch that is no longer shown', async () => {
  await after(() => control.reload());
  await after(() => control.control('stop'));
  await show(2);
  await settle(3, batchOf(2));
  await settle(1, null);
  await settle(2, null);
  expect(control.error).toBeNull();

  await after(() => control.control('resume'));
  await settle(4, null);
  expect(control.error?.message).toBe('It failed.');
});

it('does not show a resumed batch if another was opened in the meantime', async () => {
  await show(null);
  await show(2);
  await settle(2, batchOf(2));
  await settle(1, batchOf(7, 'paused'));
  expect(control.shown?.batch.id).toBe(2);
});
