// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { listImages } from '../../../../../plugin/src/editor/post/images.ts';
import {
  countCredits,
  findCommonContext,
  groupPlaces,
  listPlaces,
} from '../../../../../plugin/src/editor/post/places.ts';
import {
  editorBootData,
  heading,
  imageBlock,
  openEditor,
  paragraph,
  type Blocks,
} from '../open-editor.ts';

function open(blocks: Blocks, writeTo: 'block' | 'library' | 'both' = 'block') {
  const registry = openEditor(blocks);
  return listPlaces(registry, listImages(registry), writeTo);
}

/** Credits for one text per image, and for one per place. */
function cost(...options: Parameters<typeof open>): [perImage: number, perPlace: number] {
  const { perImage, perPlace } = countCredits(open(...options));
  return [perImage, perPlace];
}

describe('countCredits', () => {
  it('counts images and places', () => {
    const places = open({
      a1: imageBlock(1),
      one: paragraph('One'),
      a2: imageBlock(1),
      two: paragraph('Two'),
      b: imageBlock(2),
    });
    expect(countCredits(places)).toEqual({ images: 2, places: 3, perImage: 2, perPlace: 3 });
  });

  it('counts equal surroundings once', () => {
    expect(cost({ a1: imageBlock(1), a2: imageBlock(1), a3: imageBlock(1) })).toEqual([1, 1]);
    // The same words, with other markup.
    const blocks = {
      a1: imageBlock(1),
      one: paragraph('A <b>boat</b>'),
      spring: heading('x'),
      a2: imageBlock(1),
      two: paragraph('A boat'),
    };
    expect(cost(blocks)).toEqual([2, 2]);
    expect(cost({ ...blocks, spring: paragraph('') })).toEqual([1, 2]);
  });

  it.each([
    ['caption', { caption: 'Ours' }],
    ['link', { href: 'https://example.com/team' }],
  ])('counts a %s of its own', (_case, attributes) => {
    expect(cost({ a1: imageBlock(1), a2: imageBlock(1, '', attributes) })).toEqual([2, 2]);
  });

  it('counts a heading of its own', () => {
    expect(cost({ a1: imageBlock(1), spring: heading('Spring'), a2: imageBlock(1) })).toEqual([
      2, 2,
    ]);
  });

  it('counts an id that belongs to another image as two images', () => {
    const file = '1.jpg';
    editorBootData.attachments = {
      1: {
        alt: '',
        url: `https://example.com/${file}`,
        file,
        canEdit: true,
        isDecorative: false,
        language: '',
        olderTexts: [],
      },
    };
    const other = { url: 'https://example.com/other.jpg' };
    const smaller = { url: 'https://example.com/1-300x200.jpg' };
    expect(cost({ a: imageBlock(1), b: imageBlock(1, '', other) })).toEqual([2, 2]);
    expect(cost({ a: imageBlock(1), b: imageBlock(1, '', smaller) })).toEqual([1, 1]);
  });

  it('counts one text per image where texts are saved only in the media library', () => {
    const blocks = { a: imageBlock(1), b: imageBlock(1, '', { caption: 'Ours' }) };
    const attachment = {
      alt: '',
      url: '',
      file: '1.jpg',
      canEdit: true,
      isDecorative: false,
      language: '',
      olderTexts: [],
    };
    editorBootData.attachments = { 1: attachment };
    expect(cost(blocks, 'library')).toEqual([1, 1]);
    expect(cost(blocks, 'both')).toEqual([2, 2]);
    editorBootData.attachments = { 1: { ...attachment, canEdit: false } };
    expect(cost(blocks, 'library')).toEqual([2, 2]);
  });

  it('counts nothing for an image that cannot be read', () => {
    const embedded = { id: undefined, url: 'data:image/gif;base64,AAAA' };
    expect(cost({ a: imageBlock(1, '', embedded), b: imageBlock(2) })).toEqual([1, 1]);
  });
});

it('A shared text has the context that all of its places have', () => {
  const places = open({
    spring: heading('Spring'),
    one: paragraph('One'),
    a1: imageBlock(1, '', { caption: 'Ours' }),
    between: paragraph('Between'),
    a2: imageBlock(1, '', { caption: 'Ours' }),
    alone: imageBlock(2),
  });
  expect(groupPlaces(places, false).map(findCommonContext)).toEqual([
    { caption: 'Ours', heading: 'Spring' },
    undefined,
  ]);
});
