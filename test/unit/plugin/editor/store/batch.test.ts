// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { runSummary } from '../../../../../plugin/src/common/run-questions.tsx';
import { countBatch, reduceBatch } from '../../../../../plugin/src/editor/store/batch.ts';

const target = { type: 'block', clientId: 'a' } as const;
const applied = { target, imageKey: 1, before: '', text: 'A dog', written: [] };

function run(...kinds: ('applied' | 'suggested' | 'failed' | 'unchanged')[]) {
  const steps = {
    applied: { kind: 'applied', applied },
    suggested: { kind: 'suggested' },
    failed: { kind: 'failed', target },
    unchanged: { kind: 'unchanged' },
  } as const;
  const started = reduceBatch(null, { type: 'BATCH_STARTED', total: kinds.length });
  const ended = kinds.reduce(
    (batch, kind) => reduceBatch(batch, { type: 'BATCH_ADVANCED', step: steps[kind] }),
    started,
  );
  if (!ended) throw new Error('The batch is gone.');
  return ended;
}

describe('The summary', () => {
  it.each([
    [['applied'], '1 alt text added.'],
    [['applied', 'failed', 'failed'], '1 alt text added. 2 failed.'],
    [['applied', 'unchanged'], '1 alt text added. 1 image unchanged.'],
    [['suggested', 'suggested'], '2 alt texts to review.'],
    [['failed'], 'No alt text added. 1 failed.'],
  ] as const)('of %s', (kinds, summary) => {
    expect(runSummary(countBatch(run(...kinds)))).toBe(summary);
  });

  it.each([
    [['applied', 'applied'], 1, '2 alt texts added for 1 credit.'],
    [['applied', 'applied', 'applied', 'failed'], 2, '3 alt texts added for 2 credits. 1 failed.'],
    [['applied', 'applied'], 0, '2 alt texts added. No credits used.'],
    [['applied', 'unchanged'], 1, '1 alt text added. 1 image unchanged. 1 credit used.'],
    [['suggested', 'suggested'], 1, '2 alt texts to review. 1 credit used.'],
  ] as const)('of %s that cost %s instead of what was announced', (kinds, cost, summary) => {
    const ended = reduceBatch(run(...kinds), { type: 'BATCH_ENDED', error: null, cost });
    expect(ended && runSummary(countBatch(ended))).toBe(summary);
  });
});
