// @vitest-environment jsdom
import { addFilter, removeAllFilters } from '@wordpress/hooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { editorBootData } from '../../../../../plugin/src/editor/boot-data.ts';
import { readEntries } from '../../../../../plugin/src/editor/image-blocks/entries.ts';

const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
const fromPhp = { name: 'core/image', url: 'url', alt: 'alt' };
const flat = { name: 'woocommerce/featured-product', alt: 'alt', url: 'mediaSrc', id: 'mediaId' };
const list = { name: 'acme/*', url: 'rows[].image.url', alt: 'rows[].image.alt' };

function filter(change: (entries: unknown[]) => unknown): void {
  addFilter('altscribe.imageBlocks', 'test', change);
}

beforeEach(() => {
  warn.mockClear();
  editorBootData.imageBlocks = [fromPhp];
});
afterEach(() => {
  removeAllFilters('altscribe.imageBlocks', 'test');
});

it('reads the entries from PHP and from the filter', () => {
  const more = [
    flat,
    {
      ...list,
      id: 'rows[].id',
      caption: 'rows[].title',
      link: 'link',
      decorative: 'rows[].role=x',
    },
    {
      ...list,
      alt: ['rows[].image.alt', 'rows[].alt'],
      if: { 'rows[].type': 'image', show: true },
    },
  ];
  filter((entries) => [...entries, ...more]);
  expect(readEntries()).toEqual([fromPhp, ...more]);
  expect(warn).not.toHaveBeenCalled();
});

describe('an invalid entry is ignored, with a warning that lists all of its problems', () => {
  it.each([
    [{ name: '', alt: 7, id: 3 }, /"name" must .*"url" needs .*"alt" needs .*"id" needs/],
    [{ ...flat, name: 'product', src: 'url' }, /"src" is unknown.*"name" must|"name" must.*"src"/],
    [{ ...list, alt: 'alt' }, /: "alt" must be in the same list as "url"\.$/],
    [{ ...flat, alt: 'images[].alt' }, /: "alt" must be in the same list as "url"\.$/],
    [{ ...list, caption: 'other[].text' }, /: "caption" must be in the same list as "url"\.$/],
    [{ ...list, url: 'rows[]' }, /: "url" needs a path such as "url" or "images\[\]\.url"\.$/],
    [{ ...flat, alt: [] }, /: "alt" needs a path/],
    [{ ...flat, alt: ['alt', 'a..b'] }, /: "alt" needs a path/],
    [{ ...flat, decorative: '=none' }, /: "decorative" needs a path/],
    [{ ...list, if: { 'other[].type': 'image' } }, /: "if" must be in the same list as "url"\.$/],
    [{ ...flat, if: 'image' }, /: "if" needs a path/],
    [null, /"name" must .*"url" needs .*"alt" needs/],
  ])('%j', (wrong, problems) => {
    filter((entries) => [...entries, wrong, flat]);
    expect(readEntries()).toEqual([fromPhp, flat]);
    expect(warn.mock.calls).toEqual([[expect.stringMatching(problems), wrong]]);
  });
});

it.each([
  ['returns no list', () => 'all'],
  [
    'throws',
    () => {
      throw new Error('broken');
    },
  ],
])('continues without a filter that %s', (_name, change) => {
  filter(change);
  expect(readEntries()).toEqual([fromPhp]);
  expect(warn).toHaveBeenCalledTimes(1);
});
