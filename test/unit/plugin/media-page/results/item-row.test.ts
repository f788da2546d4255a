// @vitest-environment jsdom
import { createElement, createRoot, useState } from '@wordpress/element';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { BatchItem } from '../../../../../plugin/src/common/batches-api.ts';

interface Request {
  path: string;
  data?: object;
}

const apiFetch = vi.hoisted(() => vi.fn<(request: Request) => Promise<unknown>>());
vi.mock('@wordpress/api-fetch', () => ({ default: apiFetch }));
vi.mock('@wordpress/a11y', () => ({ speak: vi.fn() }));
const { ItemRow } = await import('../../../../../plugin/src/media-page/results/item-row.tsx');

const written: BatchItem = {
  attachment_id: 4,
  batch_id: 1,
  title: 'Boats',
  thumbnail: '',
  edit_link: 'https://example.com/edit',
  state: 'written',
  previous_text: '',
  current_text: 'Two boats',
  alt_text: 'Two boats',
  purpose: null,
  error: null,
  attempts: 1,
  filled_posts: 0,
};

function Table() {
  const [item, setItem] = useState(written);
  const row = createElement(ItemRow, { item, onChanged: setItem });
  return createElement('table', {}, createElement('tbody', {}, row));
}

const place = document.body.appendChild(document.createElement('div'));
const root = createRoot(place);
afterEach(() => act(() => root.unmount()));

const click = (label: string) =>
  act(async () => {
    const buttons = [...place.querySelectorAll('button')];
    buttons.find(({ textContent }) => textContent === label)?.click();
    await new Promise((done) => setImmediate(done));
  });

it('shows the text that another user wrote meanwhile, and replaces it only after that', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  act(() => root.render(createElement(Table)));
  apiFetch.mockImplementationOnce(() =>
    Promise.reject(
      Object.assign(new Error('Edited.'), {
        code: 'altscribe_text_changed',
        data: { status: 409, item: { ...written, current_text: 'By another user' } },
      }),
    ),
  );
  await click('Edit');
  await click('Save');
  expect(place.textContent).toContain('Edited.');
  expect(place.textContent).toContain('Current text: “By another user”');
  expect(place.querySelector('textarea')?.value).toBe('Two boats');
  apiFetch.mockImplementationOnce(() => Promise.resolve(written));
  await click('Save');
  expect(apiFetch.mock.calls.map(([{ data }]) => data)).toEqual([
    { previous_text: 'Two boats', shown_text: 'Two boats', alt_text: 'Two boats' },
    { previous_text: 'By another user', shown_text: 'Two boats', alt_text: 'Two boats' },
  ]);
  expect(place.querySelector('textarea')).toBeNull();
  expect(place.textContent).not.toContain('Current text');
});
