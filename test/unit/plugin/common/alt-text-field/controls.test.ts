// @vitest-environment jsdom
import { createElement, createRoot } from '@wordpress/element';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AltTextField } from '../../../../../plugin/src/common/alt-text-field/alt-text-field.ts';

const apiFetch = vi.hoisted(() => vi.fn<(request: { path: string }) => Promise<unknown>>());
vi.mock('@wordpress/api-fetch', () => ({ default: apiFetch }));
vi.mock('@wordpress/a11y', () => ({ speak: vi.fn() }));
const { Controls } = await import('../../../../../plugin/src/common/alt-text-field/controls.tsx');

let place: HTMLElement;
let root: ReturnType<typeof createRoot>;
let text = '';

const field: AltTextField = {
  key: 'attachment-7',
  isStored: true,
  isOfLibrary: true,
  attachmentId: 7,
  language: 'en',
  olderTexts: [],
  filledPosts: 0,
  read: () => text,
  write: (written) => Promise.resolve((text = written)),
  watch: () => () => undefined,
};

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

const after = (action: () => unknown) =>
  act(async () => {
    action();
    for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
  });

const button = (name: string) =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name);

it('shows the findings in a free text, and moves the focus off the button once it costs another credit', async () => {
  let arrive: (answer: object) => void = () => undefined;
  apiFetch.mockImplementation(({ path }) =>
    path.includes('/generate')
      ? new Promise((done) => (arrive = done))
      : Promise.resolve({
          text_in_post: { text: 'Our team', post_id: 1 },
          free_text_findings: ['repeats-caption'],
          posts: [],
          filled: [],
          others: [],
        }),
  );
  await after(() => {
    const setup = { connectionError: null, settingsUrl: null };
    root.render(createElement(Controls, { field, setup }));
  });
  expect(place.textContent).toContain('In a post: “Our team”');
  expect(place.textContent).toContain('Check: repeats the caption');
  await after(() => {
    button('Generate alt text')?.focus();
    button('Generate alt text')?.click();
  });
  expect(document.activeElement?.textContent).toBe('Generating…');
  await after(() => {
    arrive({ alt_text: 'Two boats', purpose: 'informative', is_from_cache: false, plan_type: '' });
  });
  expect(text).toBe('Two boats');
  expect(document.activeElement).toBe(place.querySelector('.altscribe-media'));
});

it('lets a generated text of the library be accepted', async () => {
  apiFetch.mockReset();
  apiFetch.mockImplementation(({ path }) =>
    Promise.resolve(
      path.includes('/read') ? { state: 'good' } : { posts: [], filled: [], others: [] },
    ),
  );
  text = 'Two boats';
  await after(() => {
    const setup = { connectionError: null, settingsUrl: null };
    root.render(createElement(Controls, { field: { ...field, isUnread: true }, setup }));
  });
  expect(place.textContent).toContain('Written by AI, not checked');
  await after(() => button('Accept')?.click());
  expect(apiFetch).toHaveBeenCalledWith(
    expect.objectContaining({ path: '/altscribe/v1/images/7/read', data: { text } }),
  );
  expect(place.textContent).not.toContain('Written by AI');
  expect(document.activeElement).toBe(place.querySelector('.altscribe-media'));
});
