// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import {
  changePath,
  pathBeside,
  readPath,
  resolvePath,
} from '../../../../../plugin/src/editor/image-blocks/entries.ts';

const values = {
  images: [{ url: 'a' }, null, { url: 'c', sizes: [{ name: 'small' }, { name: 'large' }] }],
  rows: [{ images: [{ url: 'x' }] }, {}, { images: 'none' }, { images: [{ url: 'y' }, {}] }],
  image: { url: 'b', alt: 'B' },
  text: 'text',
};

describe('readPath', () => {
  it.each([
    ['text', 'text'],
    ['image.alt', 'B'],
    ['images.2.sizes.1.name', 'large'],
    ['images.1.url', undefined],
    ['images.9.url', undefined],
    ['missing.url', undefined],
    ['text.url', undefined],
  ])('reads %s', (path, value) => {
    expect(readPath(values, path)).toBe(value);
  });
});

describe('resolvePath', () => {
  it.each([
    ['image.url', ['image.url']],
    ['images[].url', ['images.0.url', 'images.1.url', 'images.2.url']],
    ['rows[].images[].url', ['rows.0.images.0.url', 'rows.3.images.0.url', 'rows.3.images.1.url']],
    ['missing[].url', []],
    ['text[].url', []],
    ['image[].url', []],
  ])('finds the items of %s', (path, paths) => {
    expect(resolvePath(values, path)).toEqual(paths);
  });
});

describe('pathBeside', () => {
  it.each([
    ['images[].alt', 'images.1.url', 'images.1.alt'],
    ['rows[].images[].alt', 'rows.3.images.1.url', 'rows.3.images.1.alt'],
    ['rows[].title', 'rows.3.images.1.url', 'rows.3.title'],
    ['rows[].image.alt', 'rows.12.image.url', 'rows.12.image.alt'],
    ['link', 'images.1.url', 'link'],
    ['imageAlt', 'iconImage.url', 'imageAlt'],
  ])('places %s beside %s', (path, beside, placed) => {
    expect(pathBeside(path, beside)).toBe(placed);
  });
});

describe('changePath', () => {
  it('returns the changed attribute, with copies of all that contains the value', () => {
    const changed = changePath(values, 'images.2.sizes.0.name', 'tiny');
    expect(changed).toEqual({
      images: [{ url: 'a' }, null, { url: 'c', sizes: [{ name: 'tiny' }, { name: 'large' }] }],
    });
    const { images } = changed as typeof values;
    expect(images).not.toBe(values.images);
    expect(images[0]).toBe(values.images[0]);
    expect(values.images[2]?.sizes?.[0]).toEqual({ name: 'small' });
  });

  it.each([
    ['text', { text: 'new' }],
    ['image.alt', { image: { url: 'b', alt: 'new' } }],
    ['missing.alt', { missing: { alt: 'new' } }],
    ['images.9.alt', { images: values.images }],
  ])('changes %s', (path, expected) => {
    expect(changePath(values, path, 'new')).toEqual(expected);
  });
});
