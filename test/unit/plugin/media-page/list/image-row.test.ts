// @vitest-environment jsdom
import { createElement, createRoot, useState } from '@wordpress/element';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LibraryImage } from '../../../../../plugin/src/common/images-api.ts';
import { exampleImage } from '../examples.ts';

const apiFetch = vi.hoisted(() => vi.fn<(request: { path: string }) => Promise<unknown>>());
vi.mock('@wordpress/api-fetch', () => ({ default: apiFetch }));
vi.mock('@wordpress/a11y', () => ({ speak: vi.fn() }));
const { ImageRow } = await import('../../../../../plugin/src/media-page/list/image-row.tsx');

const imageOf = (id: number, state: LibraryImage['state'] = 'missing'): LibraryImage => ({
  ...exampleImage,
  attachment_id: id,
  title: `Boats ${id}`,
  file: `${id}.png`,
  alt_text: '',
  language: '',
  state,
});

function Table({ shown }: { shown: LibraryImage[] }) {
  const [images, setImages] = useState(shown);
  const rows = images.map((image) =>
    createElement(ImageRow, {
      key: image.attachment_id,
      image,
      selected: new Set<number>(),
      onSelect: () => undefined,
      isBatchRunning: false,
      onChanged: (changed) => {
        setImages((present) =>
          present.map((one) => (one.attachment_id === changed.attachment_id ? changed : one)),
        );
        return '';
      },
    }),
  );
  return createElement('table', {}, createElement('tbody', {}, rows));
}

let place: HTMLElement;
let root: ReturnType<typeof createRoot>;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});

afterEach(() => {
  act(() => {
    root.unmount();
  });
  place.remove();
});

const button = (name: string) =>
  place.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`);

const after = (action: () => unknown) =>
  act(async () => {
    action();
    for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
  });

/** Asks for a text for the first image. Returns a function with which the answer arrives. */
async function generate(suggestionId: number): Promise<() => Promise<void>> {
  await after(() => {
    root.render(createElement(Table, { shown: [imageOf(1), imageOf(2)] }));
  });
  let arrive: (value: object) => void = () => undefined;
  apiFetch.mockImplementation(({ path }) =>
    path.includes('generate')
      ? new Promise((done) => (arrive = done))
      : Promise.resolve({ ...imageOf(1, 'unread'), alt_text: 'Two boats' }),
  );
  await after(() => {
    const wanted = button('Generate alt text: Boats 1');
    wanted?.focus();
    wanted?.click();
  });
  return () =>
    after(() => {
      arrive({
        alt_text: 'Two boats',
        suggestion_id: suggestionId,
        findings: ['repeats-caption'],
        purpose: 'informative',
        account: { plan_type: 'pro', credits_available: 3 },
      });
    });
}

it.each([0, 5])(
  'leaves the focus in another row when a text arrives (suggestion %i)',
  async (id) => {
    const arrive = await generate(id);
    await after(() => button('Edit: Boats 2')?.click());
    const field = place.querySelector('textarea');
    expect(document.activeElement).toBe(field);
    await arrive();
    expect(place.textContent).toContain('Two boats');
    expect(document.activeElement).toBe(field);
  },
);

it('moves it from the button that disappears to the text, never to a decision', async () => {
  const arrive = await generate(5);
  await arrive();
  expect(button('Generate alt text: Boats 1')).toBeNull();
  expect(button('Accept: Boats 1')).not.toBeNull();
  expect(document.activeElement?.textContent).toBe('Suggested: Two boats');
  expect(place.querySelector('.column-alt-text')?.textContent).toContain(
    'Check: repeats the caption',
  );
});
