import { addFilter, removeAllFilters } from '@wordpress/hooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readOtherBlocks } from '../../../../../plugin/src/editor/image-blocks/other-blocks.ts';

const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
const good = { name: 'woocommerce/featured-product', alt: 'alt', url: 'mediaSrc', id: 'mediaId' };

function filter(change: (blocks: unknown[]) => unknown): void {
  addFilter('altscribe.imageBlocks', 'test', change);
}

beforeEach(() => {
  warn.mockClear();
});
afterEach(() => {
  removeAllFilters('altscribe.imageBlocks', 'test');
});

it('reads the image of a described block', () => {
  filter((blocks) => [...blocks, { ...good, link: 'href', caption: 'text' }]);
  const [block] = readOtherBlocks(['core/image']);
  const attributes = { alt: 'A', mediaSrc: 'a.png', mediaId: 7, href: '/x', text: 'Caption' };
  expect(block).toMatchObject({ name: good.name, kind: 'other', altAttribute: 'alt' });
  expect(block?.readImage(attributes)).toMatchObject({
    url: 'a.png',
    attachmentId: 7,
    alt: 'A',
    caption: 'Caption',
    isLinked: true,
    linkTarget: '/x',
  });
  expect(block?.readImage({ alt: 'left over' })).toBeUndefined();
  expect(warn).not.toHaveBeenCalled();
});

it('ignores an invalid entry and reports all of its problems', () => {
  const wrong = { name: '', alt: 7, url: 'src', id: 3 };
  filter((blocks) => [...blocks, wrong, null, good]);
  expect(readOtherBlocks([]).map(({ name }) => name)).toEqual([good.name]);
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/"name" must .*"alt" must .*"id" must/), wrong],
    [expect.stringContaining('it must be an object'), null],
  ]);
});

it('ignores a block that is already known', () => {
  filter((blocks) => [...blocks, good, good, { ...good, name: 'core/image' }]);
  expect(readOtherBlocks(['core/image'])).toHaveLength(1);
  expect(warn).toHaveBeenCalledTimes(2);
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
  expect(readOtherBlocks([])).toEqual([]);
  expect(warn).toHaveBeenCalledTimes(1);
});
