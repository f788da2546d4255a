// @vitest-environment jsdom
import { RegistryProvider } from '@wordpress/data';
import { createElement, createRoot } from '@wordpress/element';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Review } from '../../../../../plugin/src/editor/review/review.tsx';
import {
  answer,
  attributes,
  block,
  blockEditorStore,
  editorBootData,
  imageBlock,
  openEditor,
  registry,
  serve,
  settle,
  store,
} from '../open-editor.ts';

let root: ReturnType<typeof createRoot>;
let place: HTMLElement;
let now = 0;

const after = (action: () => unknown) =>
  act(async () => {
    void action();
    await settle();
  });

const active = () => document.activeElement as HTMLElement;
const alts = () => ['a', 'b', 'c'].map((id) => attributes(id)?.['alt']);
const countRequests = () =>
  serve.mock.calls.filter(([{ path }]) => path.endsWith('/generate')).length;
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

/** Opens the review of three suggestions. */
async function open(purposes: Record<number, string> = {}): Promise<void> {
  openEditor({ a: imageBlock(1), b: imageBlock(2), c: imageBlock(3) });
  serve.mockImplementation(({ data }) => {
    const id = Number(data['attachment_id']);
    return Promise.resolve({ ...answer(`Text ${String(id)}`), purpose: purposes[id] ?? null });
  });
  await after(() => registry.dispatch(store).generateAll());
  const review = createElement(Review, { onEnd: () => undefined });
  await after(() => {
    root.render(createElement(RegistryProvider, { value: registry }, review));
  });
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
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
    expect(countRequests()).toBe(3);
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
    const { metadata } = attributes('b') ?? {};
    expect(metadata).toMatchObject({ altscribe: { isDecorative: true } });
  });

  it('leaves the focus where it is when an image is deleted, or a text arrives', async () => {
    await open();
    const elsewhere = document.body.appendChild(document.createElement('input'));
    elsewhere.focus();
    await after(() => registry.dispatch(blockEditorStore).removeBlock('a', false));
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
    expect(countRequests()).toBe(3);
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
