// @vitest-environment jsdom
import { createElement, createRoot } from '@wordpress/element';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { WordDiff } from '../../../../../plugin/src/common/suggestion/suggestion-card.tsx';

it('describes removed and added words to screen readers', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const container = document.createElement('div');
  const root = createRoot(container);
  const texts = { before: 'A red boat on a lake', after: 'A blue boat on a lake' };
  act(() => {
    root.render(createElement(WordDiff, texts));
  });
  await act(() => vi.dynamicImportSettled());
  const heard = container.textContent.replace(/\s+/g, ' ').trim();
  expect(heard).toBe('Changes: A removed: red added: blue boat on a lake');
  expect(container.querySelector('[aria-label]')).toBeNull();
});
