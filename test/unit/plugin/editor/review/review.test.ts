// @vitest-environment jsdom
import { RegistryProvider } from '@wordpress/data';
import { createElement, createRoot } from '@wordpress/element';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  blockEditorStore,
  editorStore,
  imageBlock,
  noticesStore,
  openEditor,
} from '../fake-editor.ts';

interface Request {
  path: string;
  data?: Record<string, unknown>;
}

const apiFetch = vi.hoisted(() => vi.fn<(request: Request) => Promise<unknown>>());
const speak = vi.hoisted(() => vi.fn<(text: string) => void>());
vi.mock('@wordpress/api-fetch', () => ({ default: apiFetch }));
vi.mock('@wordpress/a11y', () => ({ speak }));
vi.mock('@wordpress/block-editor', () => ({ store: blockEditorStore }));
vi.mock('@wordpress/editor', () => ({ store: editorStore }));
vi.mock('@wordpress/notices', () => ({ store: noticesStore }));
vi.mock('@wordpress/blocks', () => ({ getBlockType: () => undefined }));
const { editorBootData } = await import('../../../../../plugin/src/editor/boot-data.ts');
const { store } = await import('../../../../../plugin/src/editor/store/index.ts');
const { Review } = await import('../../../../../plugin/src/editor/review/review.tsx');

const block = (clientId: string) => ({ type: 'block', clientId }) as const;

let registry = openEditor({});
let root: ReturnType<typeof createRoot>;
let place: HTMLElement;
let now = 0;

const after = (action: () => unknown) =>
  act(async () => {
    void action();
    for (let turn = 0; turn < 5; turn += 1) {
      await new Promise((done) => setImmediate(done));
    }
  });

const active = () => document.activeElement as HTMLElement;
const alts = () =>
  ['a', 'b', 'c'].map((id) => registry.select(blockEditorStore).getBlockAttributes(id)?.['alt']);
const main = () => place.querySelector('.is-primary')?.textContent;

/** Presses a key as a browser does: Enter clicks a focused button. `wait`: after so many milliseconds. */
const press = (key: string, wait = 500) =>
  after(() => {
    now += wait;
    const isHandled = !active().dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
    if (!isHandled && key === 'Enter' && active().matches('button')) {
      active().click();
    }
  });

const answerOf = (alt_text: string, purpose: string | null = null) => ({
  ...{ alt_text, purpose, plan_type: 'pro', credits_available: 9, credits_error: null },
  is_from_cache: false,
});

/** Opens the review of three suggestions. */
async function open(purposes: Record<number, string> = {}): Promise<void> {
  registry = openEditor({ a: imageBlock(1), b: imageBlock(2), c: imageBlock(3) });
  registry.register(store);
  apiFetch.mockReset();
  apiFetch.mockImplementation(({ path, data }) => {
    const id = Number(data?.['attachment_id']);
    return Promise.resolve(
      path.includes('/suggestions') ? { id } : answerOf(`Text ${String(id)}`, purposes[id]),
    );
  });
  await after(() => registry.dispatch(store).generateAll());
  const review = createElement(Review, { onEnd: () => undefined });
  await after(() => {
    root.render(createElement(RegistryProvider, { value: registry }, review));
  });
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addListener() {},
    removeListener() {},
    addEventListener() {},
    removeEventListener() {},
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView = () => undefined;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  editorBootData.reviewNewTexts = true;
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});

afterEach(async () => {
  await after(() => {
    root.unmount();
  });
  place.remove();
  editorBootData.reviewNewTexts = false;
  vi.unstubAllGlobals();
});

describe("The editor's review", () => {
  it('decides with a key each, and ends on the message that it is over', async () => {
    await open();
    expect(active().getAttribute('aria-label')).toContain('Review 1 of 3, ');
    expect(main()).toBe('Accept ⏎');
    await press('Enter');
    expect(active().textContent).toBe('Review 2 of 3');
    await press('a');
    expect(active().textContent).toBe('Review 3 of 3');
    await press('x');
    expect(alts()).toEqual(['Text 1', 'Text 2', '']);
    expect(active().textContent).toBe('Review finished.');
    expect(active().tabIndex).toBe(-1);
    await press('Enter');
    expect(apiFetch.mock.calls.filter(([{ path }]) => path.endsWith('/generate'))).toHaveLength(3);
  });

  it('decides nothing in the first half second, also by Enter on a button', async () => {
    await open();
    await press('a', 499);
    [...place.querySelectorAll('button')]
      .find(({ textContent }) => textContent.startsWith('Skip'))
      ?.focus();
    await press('Enter', 0);
    expect(alts()).toEqual(['', '', '']);
    expect(place.querySelector('h2')?.textContent).toBe('Review 1 of 3');
    await press('Enter', 1);
    expect(active().textContent).toBe('Review 2 of 3');
    expect(alts()).toEqual(['', '', '']);
  });

  it('does with Enter what has its sign', async () => {
    await open({ 1: 'decorative', 2: 'decorative' });
    expect(main()).toBe('Decorative ⏎');
    await after(() => registry.dispatch(store).editSuggestion(block('a'), 'A grey line'));
    expect(main()).toBe('Accept ⏎');
    await press('Enter');
    expect(alts()[0]).toBe('A grey line');
    await press('Enter');
    const { metadata } = registry.select(blockEditorStore).getBlockAttributes('b') ?? {};
    expect(metadata).toMatchObject({ altscribe: { isDecorative: true } });
  });

  it('leaves the focus where it is when an image is deleted, or a text arrives', async () => {
    await open();
    const elsewhere = document.body.appendChild(document.createElement('input'));
    elsewhere.focus();
    await after(() => registry.dispatch(blockEditorStore).remove('a'));
    expect(place.querySelector('h2')?.textContent).toBe('Review 2 of 3');
    expect(active()).toBe(elsewhere);
    await press('Enter', 0);
    elsewhere.remove();
    await press('s', 500);
    await after(() => registry.dispatch(store).generate(block('b')));
    expect(place.querySelector('h2')?.textContent).not.toBe('Review 1 of 3');
    expect(alts().slice(1)).toEqual(['', '']);
  });

  it('asks for a hint before it spends a credit, and edits in the field', async () => {
    await open();
    await press('r');
    expect(active().closest('.altscribe-regenerate')).not.toBeNull();
    expect(apiFetch.mock.calls.filter(([{ path }]) => path.endsWith('/generate'))).toHaveLength(3);
    await press('Escape');
    expect(active().textContent).toBe('Review 1 of 3');
    await press('e');
    expect(active().tagName).toBe('TEXTAREA');
    await press('x');
    await press('Enter');
    expect(active().textContent).toBe('Review 2 of 3');
    expect(alts()[0]).toBe('Text 1');
  });
});
