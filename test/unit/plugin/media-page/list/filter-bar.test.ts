// @vitest-environment jsdom
import { createElement, createRoot } from '@wordpress/element';
import { act } from 'react';
import { expect, it } from 'vitest';
import { ReviewFilterBar } from '../../../../../plugin/src/media-page/list/filter-bar.tsx';

it('names every option, including verdicts and the findings of other plugins', () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const place = document.createElement('div');
  const findings = [
    { slug: 'decorative', label: 'seems decorative' },
    { slug: 'other-plugin', label: 'other-plugin' },
  ];
  const props = {
    filters: { post: 0, author: 0, month: '', type: '', finding: '' },
    counts: { posts: [], authors: [], months: [], findings },
    onChange: () => undefined,
  };
  act(() => {
    createRoot(place).render(
      createElement(ReviewFilterBar, props as unknown as Parameters<typeof ReviewFilterBar>[0]),
    );
  });
  const options = [...place.querySelectorAll('option')];
  expect(options.map(({ textContent }) => textContent)).toContain('Seems decorative');
  expect(options.filter(({ textContent }) => textContent === '')).toEqual([]);
});
