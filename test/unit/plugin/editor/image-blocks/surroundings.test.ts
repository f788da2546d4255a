// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { findSurroundings } from '../../../../../plugin/src/editor/image-blocks/surroundings.ts';
import { heading, imageBlock, openEditor, paragraph } from '../open-editor.ts';

const registry = openEditor({
  first: imageBlock(1),
  intro: paragraph('Before everything'),
  spring: heading('Spring'),
  lily: imageBlock(2),
  lilies: paragraph('Lilies come first'),
  gap: paragraph(''),
  gallery: { name: 'core/gallery', attributes: {}, innerBlocks: ['rose'] },
  rose: imageBlock(3),
  summer: heading('Summer'),
  cover: { name: 'core/cover', attributes: { url: 'x' }, innerBlocks: ['title', 'more'] },
  title: heading('On the image'),
  more: paragraph('Also on it'),
  winter: heading('Winter'),
  last: imageBlock(4),
  details: { name: 'core/details', attributes: {}, innerBlocks: ['hidden', 'inner', 'next'] },
  hidden: paragraph('A long description'),
  inner: imageBlock(5),
  next: paragraph('Text beside the inner image'),
  outer: imageBlock(6),
  own: paragraph({ length: 12, toHTMLString: () => 'Snow <b>falls</b>' }),
});

describe('findSurroundings', () => {
  it.each([
    ['above everything', 'first', { after: 'Before everything' }],
    ['under a heading', 'lily', { heading: 'Spring', after: 'Lilies come first' }],
    ['between texts', 'rose', { heading: 'Spring', before: 'Lilies come first' }],
    ['with a text on it', 'cover', { heading: 'Summer', after: 'On the image' }],
    ['in a section of its own', 'last', { heading: 'Winter', after: expect.any(Object) as object }],
    [
      'in a Details block',
      'inner',
      {
        heading: 'Winter',
        before: 'A long description',
        after: 'Text beside the inner image',
      },
    ],
    ['below one', 'outer', { heading: 'Winter', after: expect.any(Object) as object }],
    ['in a text', 'own', { heading: 'Winter', around: expect.any(Object) as object }],
  ])('of an image %s', (_case, clientId, expected) => {
    const none = { heading: undefined, before: undefined, around: undefined, after: undefined };
    expect(findSurroundings(registry, clientId)).toEqual({ ...none, ...expected });
  });

  it('of the featured image are the beginning of the post', () => {
    expect(findSurroundings(registry, null).after).toBe('Before everything');
  });
});
