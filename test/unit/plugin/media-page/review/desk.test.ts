// @vitest-environment jsdom
import { createElement, createRoot } from '@wordpress/element';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

interface Request {
  path: string;
  method?: string;
  data?: object;
  parse?: boolean;
}

const apiFetch = vi.hoisted(() => vi.fn<(request: Request) => Promise<unknown>>());
vi.mock('@wordpress/api-fetch', () => ({ default: apiFetch }));
const speak = vi.hoisted(() => vi.fn<(text: string) => void>());
vi.mock('@wordpress/a11y', () => ({ speak }));
const { Desk } = await import('../../../../../plugin/src/media-page/review/desk.tsx');
const { SuggestionList } =
  await import('../../../../../plugin/src/media-page/review/suggestion-list.tsx');
const { useReview } = await import('../../../../../plugin/src/media-page/review/use-review.ts');

const itemOf = (id: number) => ({
  id,
  state: 'pending',
  attachment_id: id,
  post_id: 0,
  place: '',
  image: { url: `https://example.com/${id}.png`, thumbnail: '', file: `${id}.png` },
  post: null,
  number: null,
  total: null,
  surroundings: { heading: '', before: '', caption: '', after: '' },
  current_text: '',
  previous_text: '',
  is_live: false,
  text: `Two boats below bridge ${id}`,
  purpose: 'informative',
  declined: false,
  hint: '',
  findings: [],
  language: 'en',
  model: 'gpt',
  created: '2026-11-23T10:00:00Z',
  can_be_decorative: true,
});

let pending: ReturnType<typeof itemOf>[];
let decisions: { id: number; data: object | undefined }[];

/** Lists pending suggestions, and accepts decisions, as the site does. */
function answer({ path, data }: Request): Promise<unknown> {
  if (path.includes('/suggestions?')) {
    const query = new URLSearchParams(path.slice(path.indexOf('?')));
    const exclude = (query.get('exclude') ?? '').split(',').map(Number);
    const found = pending.filter(({ id }) => !exclude.includes(id));
    return Promise.resolve({
      headers: new Headers({ 'X-WP-Total': String(found.length) }),
      json: () => Promise.resolve(found.slice(0, 20)),
    });
  }
  const id = Number(/suggestions\/(\d+)/.exec(path)?.[1]);
  decisions.push({ id, data });
  if (path.endsWith('/undo')) {
    pending.unshift(itemOf(id));
  } else {
    pending = pending.filter((one) => one.id !== id);
  }
  return Promise.resolve(itemOf(id));
}

function Screen() {
  const review = useReview({}, () => undefined);
  return createElement(Desk, { review, pending: 0, isFiltered: false, backLink: null });
}

let root: ReturnType<typeof createRoot>;
let place: HTMLElement;

/** Does an action and everything that follows from it. */
const after = (action: () => unknown) =>
  act(async () => {
    void action();
    for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
  });

const active = () => document.activeElement as HTMLElement;

let now = 0;

/** Presses a key as a browser does: Enter clicks a focused button. `wait`: after so many milliseconds. */
const press = (key: string, init: KeyboardEventInit = {}, wait = 500) =>
  after(() => {
    now += wait;
    const isHandled = !active().dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
    );
    if (!isHandled && key === 'Enter' && active().matches('button:not([aria-disabled="true"])')) {
      active().click();
    }
  });

const field = () => place.querySelector<HTMLTextAreaElement>('textarea');

async function open(count: number): Promise<void> {
  pending = Array.from({ length: count }, (_, index) => itemOf(index + 1));
  await after(() => {
    root.render(createElement(Screen));
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
  decisions = [];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  apiFetch.mockImplementation(answer);
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

describe('The desk', () => {
  it('takes a decision per key press, and loads further suggestions ahead', async () => {
    await open(51);
    expect(active().ariaLabel).toBe('1 of 51, 1.png');
    for (let presses = 1; presses <= 51; presses += 1) {
      expect(field()?.value).toBe(`Two boats below bridge ${presses}`);
      await press('Enter');
    }
    expect(place.querySelector('h2')?.textContent).toBe('All 51 reviewed: 51 accepted.');
    expect(decisions.map(({ id }) => id)).toEqual(Array.from({ length: 51 }, (_, n) => n + 1));
    expect(speak).toHaveBeenCalledWith('51 of 51. Two boats below bridge 51');
  });

  it('misses none, if decisions are saved while others are asked for', async () => {
    await open(101);
    const held: (() => void)[] = [];
    // A list is read when its answer is released.
    apiFetch.mockImplementation((request: Request) =>
      request.path.includes('/suggestions?')
        ? new Promise((resolve) => {
            held.push(() => {
              resolve(answer(request));
            });
          })
        : answer(request),
    );
    for (let decided = 0; decided < 101; decided += 1) {
      if (decided % 15 === 14) await after(() => held.shift()?.());
      await press(decided % 7 === 0 ? 's' : 'Enter');
    }
    expect(place.querySelector('h2')?.textContent).toBe(
      '86 of 101 reviewed: 86 accepted, 15 skipped.',
    );
  });

  it('shows the next image without waiting for an answer', async () => {
    await open(3);
    apiFetch.mockReturnValue(new Promise(() => undefined));
    const [shown, next] = place.querySelectorAll('img');
    await press('Enter');
    expect(shown?.isConnected).toBe(false);
    expect(next?.hidden).toBe(false);
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
  });

  it('ignores keys in fields, with modifiers and while they are held', async () => {
    await open(3);
    await press('s', { ctrlKey: true });
    await press('Enter', { repeat: true });
    await press('e');
    expect(active()).toBe(field());
    await press('s');
    expect(field()?.value).toBe('Two boats below bridge 1');
    await press('Escape');
    expect(active().ariaLabel).toBe('1 of 3, 1.png');
    await press('s');
    expect(field()?.value).toBe('Two boats below bridge 2');
    await press('Backspace');
    expect(field()?.value).toBe('Two boats below bridge 1');
    expect(decisions).toEqual([]);
    await press('Escape');
    expect(place.querySelector('h2')?.textContent).toBe('0 of 3 reviewed.');
  });

  it('brings a suggestion back with the reason if it could not be saved', async () => {
    await open(2);
    apiFetch.mockImplementationOnce(() =>
      Promise.reject(
        Object.assign(new Error('Edited.'), {
          code: 'altscribe_text_changed',
          data: { item: { ...itemOf(1), current_text: 'By another user' } },
        }),
      ),
    );
    await press('d');
    expect(field()?.value).toBe('Two boats below bridge 2');
    await press('Enter');
    expect(place.textContent).toContain('Edited.');
    expect(place.textContent).toContain('By another user');
    await press('x');
    expect(place.querySelector('h2')?.textContent).toBe('All 2 reviewed: 1 accepted, 1 rejected.');
  });

  it('decides nothing in the first half second, even by Enter on a button', async () => {
    await open(3);
    await press('x', {}, 499);
    [...place.querySelectorAll('button')]
      .find(({ textContent }) => textContent.startsWith('Skip'))
      ?.focus();
    await press('Enter', {}, 0);
    expect(field()?.value).toBe('Two boats below bridge 1');
    await press('Enter', {}, 1);
    expect(field()?.value).toBe('Two boats below bridge 2');
    expect(active().ariaLabel).toBe('2 of 3, 2.png');
    expect(decisions).toEqual([]);
  });

  it('runs the action marked with the Enter key', async () => {
    pending = [
      { ...itemOf(1), purpose: 'decorative' },
      { ...itemOf(2), purpose: 'decorative' },
      { ...itemOf(3), text: '', declined: true },
    ];
    await after(() => {
      root.render(createElement(Screen));
    });
    const main = () => place.querySelector('.is-primary')?.textContent;
    expect(main()).toBe('Decorative⏎');
    await press('Enter');
    await after(() => {
      const input = field() as HTMLTextAreaElement;
      const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
      set?.call(input, 'A grey line');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(main()).toBe('Accept⏎');
    await press('Enter');
    expect(main()).toBe('Edit⏎');
    await press('Enter');
    expect(active()).toBe(field());
    expect(decisions).toMatchObject([
      { id: 1, data: { decision: 'decorative' } },
      { id: 2, data: { decision: 'accept', text: 'A grey line' } },
    ]);
  });

  it('does not replace the text being read with a long description', async () => {
    await open(2);
    pending = [{ ...itemOf(1), purpose: 'complex' }];
    let arrive: (value: object) => void = () => undefined;
    await after(() => {
      root.render(null);
    });
    await after(() => {
      root.render(createElement(Screen));
    });
    apiFetch.mockImplementationOnce(() => new Promise((done) => (arrive = done)));
    await press('l');
    await press('e');
    await after(() => {
      arrive({ ...itemOf(9), purpose: 'long', text: 'A plan\nTwo rooms' });
    });
    expect(active()).toBe(field());
    expect(field()?.value).toBe('Two boats below bridge 1');
    await press('Enter');
    expect(field()?.value).toBe('A plan\nTwo rooms');
    expect(decisions).toMatchObject([{ id: 1, data: { decision: 'accept' } }]);
  });

  it('shows texts that are already in use, and the effect of rejecting them', async () => {
    const live = { is_live: true, state: 'live' };
    pending = [
      { ...itemOf(1), ...live, current_text: itemOf(1).text },
      { ...itemOf(2), ...live, current_text: itemOf(2).text, previous_text: 'Boats' },
    ];
    await after(() => {
      root.render(createElement(Screen));
    });
    const now = () => place.querySelector('.altscribe-desk__now')?.textContent;
    expect(now()).toBe('Written by AI, not checked Reject removes this text.');
    expect(place.textContent).not.toContain('Same as the current text');
    await press('Enter');
    expect(now()).toBe('Written by AI, not checked Reject restores “Boats”.');
    expect(speak).toHaveBeenCalledWith(
      '2 of 2. Written by AI, not checked. Two boats below bridge 2',
    );
    await press('x');
    expect(decisions).toMatchObject([
      { id: 1, data: { decision: 'accept', expected_current: 'Two boats below bridge 1' } },
      { id: 2, data: { decision: 'reject' } },
    ]);
  });

  it('names the group of decorative proposals at the end', async () => {
    pending = [itemOf(1), ...[2, 3].map((id) => ({ ...itemOf(id), purpose: 'decorative' }))];
    const props = { query: {}, page: 1, onPage() {}, counts: null, isFiltered: false };
    await after(() => {
      root.render(createElement(SuggestionList, { ...props, onChanged() {} }));
    });
    const rows = [...place.querySelectorAll('tbody tr')].map(
      (row) => row.querySelector('[scope=rowgroup]')?.textContent ?? '',
    );
    expect(rows).toEqual(['', 'Probably decorative', '', '']);
    await after(() => {
      root.render(createElement(Screen));
    });
    await press('s');
    expect(active().ariaLabel).toBe('2 of 3 · Probably decorative, 2.png');
  });

  it('asks for another text with a hint, and the focus stays', async () => {
    await open(1);
    await press('r');
    expect(active().closest('.altscribe-regenerate')).not.toBeNull();
    apiFetch.mockImplementationOnce(({ data }) => {
      decisions.push({ id: 1, data });
      return Promise.resolve({ ...itemOf(1), text: 'Aunt Rosa' });
    });
    await press('Enter');
    expect(decisions).toMatchObject([{ id: 1, data: { hint: '' } }]);
    expect(field()?.value).toBe('Aunt Rosa');
    expect(active().ariaLabel).toBe('1 of 1, 1.png');
  });

  it('decides about a new text for a live one as a suggestion', async () => {
    await open(2);
    await press('r');
    apiFetch.mockImplementationOnce(() => Promise.resolve({ ...itemOf(9), text: 'Aunt Rosa' }));
    await press('Enter');
    expect(field()?.value).toBe('Aunt Rosa');
    expect(place.textContent).toContain('1 of 2');
    await press('a');
    expect(decisions).toMatchObject([{ id: 9, data: { decision: 'accept' } }]);
    expect(field()?.value).toBe('Two boats below bridge 2');
  });
});
