// @vitest-environment jsdom
import { RegistryProvider } from '@wordpress/data';
import { createElement, createRoot } from '@wordpress/element';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { answer, apiFetch, block, editorBootData, registry, store } from '../store/open-store.ts';
// After the mocks of the store.
import { countsText } from '../../../../../plugin/src/common/counts.ts';
import { countNeeds, useReviews } from '../../../../../plugin/src/editor/hooks/use-reviews.ts';

let counts = '';
function Probe() {
  counts = countsText(countNeeds(useReviews()));
  return null;
}

afterEach(() => {
  editorBootData.reviewNewTexts = false;
  vi.unstubAllGlobals();
});

it('counts each image once: what waits is to review and not missing, an open edit changes nothing', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  editorBootData.reviewNewTexts = true;
  const root = createRoot(document.createElement('div'));
  act(() => {
    root.render(createElement(RegistryProvider, { value: registry }, createElement(Probe)));
  });
  await act(() => vi.dynamicImportSettled());
  expect(counts).toBe('2 missing');

  apiFetch.mockResolvedValueOnce(answer('A dog'));
  await act(async () => registry.dispatch(store).generate(block('a')));
  expect(counts).toBe('1 to review, 1 missing');
  await act(async () => registry.dispatch(store).editAltText(block('b')));
  expect(counts).toBe('1 to review, 1 missing');

  await act(async () => registry.dispatch(store).dismissSuggestion(block('a')));
  expect(counts).toBe('2 missing');
  act(() => {
    root.unmount();
  });
});
