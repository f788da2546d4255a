// @vitest-environment jsdom
import { createElement, createRoot } from '@wordpress/element';
import { act, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, expectTypeOf, it, vi } from 'vitest';
import type { AccessibleButton } from '../../../../../plugin/src/common/accessible-button.tsx';
import type { LibraryBatch } from '../../../../../plugin/src/common/batches-api.ts';
import type { BatchControl } from '../../../../../plugin/src/media-page/hooks/use-batch.ts';
import { BatchPanel } from '../../../../../plugin/src/media-page/run/batch-panel.tsx';
import { Pagination } from '../../../../../plugin/src/media-page/table/pagination.tsx';
import { exampleBatch, noCounts } from '../examples.ts';

const batchOf = (state: LibraryBatch['state']): LibraryBatch => ({
  ...exampleBatch,
  state,
  counts: { ...noCounts, waiting: 1, written: 1 },
  total: 2,
});

let root: ReturnType<typeof createRoot>;
const container = document.createElement('div');

/** Every disabled control: its name, and the reason that screen readers announce. */
function disabledIn(element: ReactElement): string[][] {
  act(() => root.render(element));
  return [...container.querySelectorAll('[aria-disabled="true"], :disabled')].map((control) => {
    const reason = document.getElementById(control.getAttribute('aria-describedby') ?? '');
    return [control.textContent, reason?.textContent ?? ''];
  });
}

const panel = (state: LibraryBatch['state']) => {
  const shown = { batch: batchOf(state), era: 0, arrivedAt: 0, readings: [] };
  const control: BatchControl = {
    shown,
    error: null,
    isWorking: false,
    isChanging: true,
    onItems: () => () => undefined,
    undoing: null,
    undone: 0,
    control: () => Promise.resolve(true),
    decide: () => undefined,
    reload: () => Promise.resolve(),
  };
  return createElement(BatchPanel, { shown, control });
};

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.body.append(container);
  root = createRoot(container);
});

afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

it('Buttons of a batch state that they wait for the last action', () => {
  const reason = 'Your last action is still in progress.';
  expect(disabledIn(panel('running'))).toEqual([
    ['Pause', reason],
    ['Stop', reason],
  ]);
  expect(disabledIn(panel('paused'))).toEqual([
    ['Resume', reason],
    ['Stop', reason],
  ]);
  expect(disabledIn(panel('finished'))).toEqual([['Undo all', reason]]);
});

it('Page buttons state that this is the first or last page', () => {
  const pages = (page: number) =>
    createElement(Pagination, { page, perPage: 20, total: 50, onChange: () => undefined });
  expect(disabledIn(pages(1))).toEqual([
    ['First page«', 'This is the first page.'],
    ['Previous page‹', 'This is the first page.'],
  ]);
  expect(disabledIn(pages(2))).toEqual([]);
  expect(disabledIn(pages(3))).toEqual([
    ['Next page›', 'This is the last page.'],
    ['Last page»', 'This is the last page.'],
  ]);
});

it('A button cannot be disabled without a reason', () => {
  type Reason<Text extends string> = Parameters<typeof AccessibleButton<Text>>[0]['disabledReason'];
  expectTypeOf<Reason<''>>().toEqualTypeOf<null>();
  expectTypeOf<Reason<string>>().toEqualTypeOf<string | null>();
});
