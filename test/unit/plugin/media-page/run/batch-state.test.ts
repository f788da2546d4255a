// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { LibraryBatch } from '../../../../../plugin/src/common/batches-api.ts';
import { joinPreviews } from '../../../../../plugin/src/media-page/import/preview-import.ts';
import {
  type BatchAction,
  type ShownBatch,
  isActive,
  outcomeText,
  reduceBatch,
  stateText,
  timeLeft,
} from '../../../../../plugin/src/media-page/run/batch-state.ts';
import { waitText } from '../../../../../plugin/src/common/run-texts.ts';
import { exampleBatch, noCounts } from '../examples.ts';

function batchOf(
  counts: Partial<LibraryBatch['counts']>,
  change: Partial<LibraryBatch> = {},
): LibraryBatch {
  return {
    ...exampleBatch,
    can_undo_until: null,
    counts: { ...noCounts, ...counts },
    total: 318,
    ...change,
  };
}

const reduce = (...actions: BatchAction[]) => actions.reduce<ShownBatch | null>(reduceBatch, null);
const decided = (batch: LibraryBatch, at = 0): BatchAction => ({ type: 'DECIDED', batch, at });
const read = (batch: LibraryBatch, era = 1, at = 0): BatchAction => ({
  type: 'READ',
  batch,
  era,
  at,
});

describe('Responses that arrive out of order', () => {
  const paused = batchOf({ written: 2 }, { state: 'paused' });

  it('never revert later actions', () => {
    const shown = reduce(decided(batchOf({})), decided(paused), read(batchOf({ written: 3 }), 1));
    expect(shown?.batch).toEqual(paused);
    expect(reduceBatch(shown, read(batchOf({ written: 3 }), 2))?.batch.state).toBe('running');
  });

  it('never make the progress go backwards', () => {
    const shown = reduce(decided(batchOf({})), read(batchOf({ written: 5 })));
    expect(reduceBatch(shown, read(batchOf({ written: 4, failed: 0 })))).toBe(shown);
    expect(reduceBatch(shown, read(batchOf({ written: 4, failed: 1 })))?.batch.counts.failed).toBe(
      1,
    );
  });

  it('only change the displayed batch', () => {
    const shown = reduce(decided(batchOf({})), read(batchOf({ written: 5 }, { id: 2 })));
    expect(shown?.batch.id).toBe(1);
  });
});

it('A pause does not affect the speed', () => {
  const waiting = { waiting: 10 };
  const start = [
    decided(batchOf(waiting), 0),
    read(batchOf({ ...waiting, written: 10 }), 1, 10_000),
  ];
  expect(timeLeft(reduce(...start) as ShownBatch)).toBe(10_000);
  const resumed = reduce(
    ...start,
    decided(batchOf({ ...waiting, written: 10 }, { state: 'paused' }), 11_000),
    decided(batchOf({ ...waiting, written: 10 }), 500_000),
    read(batchOf({ waiting: 5, written: 15 }), 3, 506_000),
  );
  expect(timeLeft(resumed as ShownBatch)).toBe(6_000);
});

it('The time left is unknown while a batch waits for the service, and the reason is shown', () => {
  const reason = { code: 'altscribe_service_error', message: '' };
  const waiting = batchOf({ waiting: 10, written: 10 }, { reason, retry_after: 5 });
  const shown = reduce(decided(batchOf({ waiting: 20 })), read(waiting, 1, 10_000));
  expect(timeLeft(shown as ShownBatch)).toBeNull();
  expect(waitText(waiting, 5)).toBe(
    'The alt text service had a problem. Trying again in 5 seconds.',
  );
  expect(waitText(waiting, 0)).toBe('The alt text service had a problem. Trying again now.');
  const busy = batchOf({}, { reason: { code: 'altscribe_rate_limited', message: '' } });
  expect(waitText(busy, 1)).toBe('Too many requests right now. Continuing in 1 second.');
  expect(waitText(batchOf({}), 0)).toBeNull();
});

describe('The description of a batch', () => {
  it('states the result and whether action is needed', () => {
    expect(outcomeText(batchOf({ written: 316, suggested: 1, failed: 1 }))).toBe(
      '316 written, 1 suggested, 1 failed.',
    );
    expect(outcomeText(batchOf({ suggested: 51 }))).toBe('51 suggested.');
    expect(outcomeText(batchOf({ failed: 1, skipped: 1 }))).toBe('1 failed, 1 unchanged.');
    expect(outcomeText(batchOf({}))).toBe('0 written.');
    expect(outcomeText(batchOf({ undone: 1200 }))).toBe('1,200 undone.');
  });

  it.each([
    [batchOf({}), 'You can close this page. Generating continues in the background.'],
    [
      batchOf({}, { cron: { works: false } }),
      'WP-Cron is not running on this site. Keep this page open.',
    ],
    [batchOf({ written: 3 }, { state: 'paused' }), 'Paused. So far: 3 written.'],
    [batchOf({ written: 3 }, { state: 'stopped' }), 'Stopped. 3 written. No credits used.'],
    [
      batchOf({ written: 3, suggested: 1 }, { state: 'finished', credits: 2 }),
      'Done. 3 written, 1 suggested. 2 credits used.',
    ],
    [batchOf({ undone: 3 }, { state: 'finished', credits: 3 }), 'Done. 3 undone.'],
    [batchOf({ written: 3 }, { state: 'finished', origin: 'import' }), 'Imported. 3 written.'],
    [
      batchOf({}, { state: 'halted', reason: { code: 'x', message: 'No credits left.' } }),
      'No credits left.',
    ],
  ])('has a sentence for each state', (batch, sentence) => {
    expect(stateText(batch)).toBe(sentence);
    expect(isActive(batch)).toBe(!['stopped', 'finished'].includes(batch.state));
  });
});

describe('joinPreviews', () => {
  const row = (line: number, attachment_id: number) => ({
    line,
    attachment_id,
    title: 'Boat',
    previous_text: '',
    alt_text: 'A boat',
    was_decorative: false,
    decorative: false,
    findings: [],
  });

  it('joins the parts of a file and finds images that are in two of them', () => {
    const error = { line: 9, message: 'Wrong.' };
    const joined = joinPreviews([
      { rows: [row(2, 4)], unchanged: 1, unknown: [], errors: [error] },
      { rows: [row(7, 4), row(8, 5)], unchanged: 2, unknown: [], errors: [] },
    ]);
    expect(joined.rows.map(({ line }) => line)).toEqual([2, 8]);
    expect(joined.unchanged).toBe(3);
    expect(joined.errors).toEqual([{ line: 7, message: 'Image 4 is already in line 2.' }, error]);
  });
});
