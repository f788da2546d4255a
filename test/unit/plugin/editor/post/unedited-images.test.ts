// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { RenderedImage } from '../../../../../plugin/src/common/api.ts';
import {
  findUnedited,
  groupUnedited,
  type ListedImage,
} from '../../../../../plugin/src/editor/post/unedited-images.ts';

const rendered = (src: string, places: string[], more: object = {}): RenderedImage => ({
  src: `https://example.com/wp-content/uploads/${src}`,
  alt: '',
  id: 0,
  places,
  in_html: true,
  ...more,
});
const listed = (url: string, block: string | null, more: object = {}): ListedImage => ({
  url: `/wp-content/uploads/${url}`,
  attachmentId: null,
  block,
  isRepeated: false,
  ...more,
});
const places = (images: RenderedImage[]) => images.map((image) => image.places.at(-1));

describe('findUnedited', () => {
  it('matches each image of the list once, first within its own block', () => {
    const images = [
      rendered('a-300x200.jpg', ['core/latest-posts']),
      rendered('a.jpg', ['core/image']),
      rendered('b.jpg', ['core/image']),
    ];
    const list = [listed('a-1024x768.jpg', 'core/image'), listed('b.jpg', 'core/image')];
    expect(places(findUnedited(images, list))).toEqual(['core/latest-posts']);
  });

  it('matches an image that another server delivers, also by its id', () => {
    const images = [
      rendered('', ['core/image'], { src: 'https://i0.wp.com/example.com/a.jpg?w=640&ssl=1' }),
      rendered('', ['core/image'], { src: 'https://cdn.example.com/7f3a', id: 7 }),
    ];
    const list = [
      listed('a.jpg', 'core/image'),
      listed('b.jpg', 'core/image', { attachmentId: 7 }),
    ];
    expect(findUnedited(images, list)).toEqual([]);
  });

  it('matches every copy of an image that a query repeats, and of the featured image', () => {
    const images = [
      rendered('a.jpg', ['core/query', 'core/post-template', 'core/image']),
      rendered('a.jpg', ['core/query', 'core/post-template', 'core/image']),
      rendered('b.jpg', ['core/post-featured-image']),
    ];
    const list = [
      listed('a.jpg', 'core/image', { isRepeated: true }),
      listed('b.jpg', null, { isRepeated: true }),
    ];
    expect(findUnedited(images, list)).toEqual([]);
  });
});

describe('groupUnedited', () => {
  it.each([
    [
      'a block whose plugin is not active',
      ['core/columns', 'acme/tiles'],
      true,
      'inactive',
      'acme/tiles',
    ],
    ['a block that the page creates', ['core/latest-posts'], false, 'block', 'core/latest-posts'],
    ['a block that keeps its images', ['core/other'], true, 'unknown', 'core/other'],
    [
      'a block that the editor cannot read',
      ['core/broken', 'core/other'],
      true,
      'invalid',
      'core/broken',
    ],
    ['a pattern', ['core/block', 'core/broken'], true, 'pattern', 'core/block'],
    ['a shortcode', ['core/block', '[gallery]'], false, 'shortcode', '[gallery]'],
    [
      'a query, by the block around it',
      ['core/group', 'core/query', 'core/post-template', 'core/post-featured-image'],
      false,
      'block',
      'core/query',
    ],
    ['an embed', ['core/embed'], true, 'embed', 'core/embed'],
    ['the theme', [], false, 'added', ''],
  ])('names %s', (_case, path, in_html, cause, place) => {
    const known = {
      isRegistered: (name: string) => name.startsWith('core/'),
      isInvalid: (name: string) => name === 'core/broken',
    };
    expect(groupUnedited([rendered('a.jpg', path, { in_html })], known)).toMatchObject([
      { cause, place, count: 1, missing: 1 },
    ]);
  });

  it('counts the images of a place, those without a text, and the attachments', () => {
    const images = [
      rendered('a.jpg', ['[gallery]'], { id: 7, alt: 'A boat' }),
      rendered('a.jpg', ['[gallery]'], { id: 7 }),
      rendered('b.jpg', ['[gallery]']),
    ];
    const known = { isRegistered: () => true, isInvalid: () => false };
    expect(groupUnedited(images, known)).toMatchObject([
      { count: 3, missing: 2, attachmentIds: [7] },
    ]);
  });
});
