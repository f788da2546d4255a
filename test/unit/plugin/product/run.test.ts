// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const generateForProduct = vi.fn();
const listItemsOf = vi.fn();
const workOnBatch = vi.fn();
const speak = vi.fn();
vi.mock('../../../../plugin/src/common/batches-api.ts', () => ({
  generateForProduct,
  listItemsOf,
  workOnBatch,
}));
vi.mock('@wordpress/a11y', () => ({ speak }));
const { generateForThisProduct, getRun, subscribe } =
  await import('../../../../plugin/src/product/run.ts');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('states the reason for waiting, counts down and continues by itself', async () => {
  const item = (state: string) => ({ ok: true, value: [{ attachment_id: 7, state }] });
  generateForProduct.mockResolvedValue({
    ok: true,
    value: { ids: [7], batch_id: 3, message: null },
  });
  const worked = (batch: object) => ({ ok: true, value: { batch, items: [] } });
  workOnBatch
    .mockResolvedValueOnce(
      worked({
        state: 'running',
        retry_after: 2,
        reason: { code: 'altscribe_service_error', message: '' },
      }),
    )
    .mockResolvedValueOnce(worked({ state: 'finished', retry_after: null, reason: null }));
  listItemsOf.mockResolvedValueOnce(item('waiting')).mockResolvedValueOnce(item('written'));
  const shown = new Set<string>();
  subscribe(() => shown.add(getRun().text));
  const running = generateForThisProduct('image');
  await vi.runAllTimersAsync();
  await running;
  const problem = 'The alt text service had a problem.';
  expect([...shown]).toEqual([
    '',
    'Generating alt text: 0 of 1 image done.',
    `${problem} Trying again in 2 seconds.`,
    `${problem} Trying again in 1 second.`,
    '1 alt text written.',
  ]);
  const spoken = speak.mock.calls.map(([text]) => text as string);
  expect(spoken.filter((text) => text.startsWith(problem))).toEqual([
    `${problem} Trying again in 2 seconds.`,
  ]);
});
