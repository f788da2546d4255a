// @vitest-environment jsdom
import { createElement as h, createRoot } from '@wordpress/element';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SelectTable } from '../../../../../plugin/src/media-page/table/row-parts.tsx';

let root: ReturnType<typeof createRoot>;
let place: HTMLElement;

/** Shows a filter and a list: of each row, its id and the name of its button. */
const show = (rows: Readonly<Record<number, string>>) =>
  act(() => {
    const ids = Object.keys(rows).map(Number);
    const table = h(SelectTable, {
      caption: 'Images',
      columns: { title: 'File', 'alt-text': 'Alt text', state: 'State' },
      isLoading: false,
      ids,
      selected: new Set<number>(),
      onSelect() {},
      children: ids.map((id) =>
        h('tr', { key: id }, h('td', null, h('button', { key: rows[id] }, rows[id]))),
      ),
    });
    const filter = h(
      'ul',
      { className: 'subsubsub' },
      h('button', { 'aria-current': true }, 'All'),
    );
    root.render(h('div', null, filter, ids.length > 0 && table, h('input')));
  });

const focus = (name: string) => {
  act(() => {
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.focus();
  });
};

const focused = () => document.activeElement?.textContent;

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
  vi.unstubAllGlobals();
});

describe('A list', () => {
  it('gives the focus to its filter when the focused row leaves, also as the last one', () => {
    show({ 1: 'one', 2: 'two' });
    focus('one');
    show({ 2: 'two' });
    expect(focused()).toBe('All');
    act(() => {
      (document.activeElement as HTMLElement).blur();
    });
    show({ 2: 'two' });
    expect(document.activeElement).toBe(document.body);
    focus('two');
    show({});
    expect(focused()).toBe('All');
  });

  it('leaves the focus alone if it is elsewhere, or the row is still there', () => {
    show({ 1: 'one', 2: 'two' });
    focus('one');
    show({ 1: 'another', 2: 'two' });
    expect(document.activeElement).toBe(document.body);
    focus('two');
    place.querySelector('input')?.focus();
    show({ 1: 'another' });
    expect(document.activeElement?.tagName).toBe('INPUT');
    focus('another');
    act(() => {
      (document.activeElement as HTMLElement).blur();
    });
    show({});
    expect(document.activeElement).toBe(document.body);
  });
});
