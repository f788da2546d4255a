// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { type UndoProgress, undoText } from '../../../../plugin/src/media-page/run/batch-state.ts';

const api = vi.hoisted(() => vi.fn());
vi.mock('@wordpress/api-fetch', () => ({ default: api }));
const { undoInSlices } = await import('../../../../plugin/src/media-page/run/batch-state.ts');

const slice = (undone: number, kept: number, left: number, after: number) => ({
  id: 7,
  undo: { undone, kept, left, after },
});

beforeEach(() => {
  api.mockReset();
});

it('continues where the last request ended until nothing is left', async () => {
  api
    .mockResolvedValueOnce(slice(390, 10, 600, 400))
    .mockResolvedValueOnce(slice(600, 0, 0, 1_000));
  const told: UndoProgress[] = [];
  const result = await undoInSlices(7, 'undo', (_batch, progress) => told.push(progress));
  expect(result).toMatchObject({ ok: true, value: { id: 7 } });
  expect(api.mock.calls.map((args) => args[0] as unknown)).toMatchObject([
    { path: '/altscribe/v1/batches/7/undo', data: { after: 0 } },
    { path: '/altscribe/v1/batches/7/undo', data: { after: 400 } },
  ]);
  expect(told.map(undoText)).toEqual(['400 of 1,000 undone. Keep this page open.']);
});

it('stops at an error and leaves the rest unchanged', async () => {
  api
    .mockResolvedValueOnce(slice(1, 0, 600, 400))
    .mockRejectedValueOnce({ code: 'altscribe_batch_not_over', message: 'Stop the run first.' });
  const result = await undoInSlices(7, 'unfill', () => undefined);
  expect(result).toMatchObject({ ok: false, error: { message: 'Stop the run first.' } });
  expect(api.mock.calls.map(([args]) => (args as { path: string }).path)).toEqual([
    '/altscribe/v1/batches/7/unfill',
    '/altscribe/v1/batches/7/unfill',
  ]);
});
