import { describe, expect, it } from 'vitest';
import {
  readAttributes,
  shownImage,
  type EditorImage,
} from '../../../plugin/src/editor/editor-image.ts';
import { decideLanding } from '../../../plugin/src/editor/landing.ts';

const url = 'https://example.com/a.jpg';
const open = { lock: null, knowsDecorative: true };

describe('readAttributes', () => {
  it.each([
    ['an empty alt', { url }, 'missing'],
    ['an alt of blanks', { url, alt: '  ' }, 'missing'],
    ['an alt', { url, alt: 'A dog' }, 'described'],
    ['an upload', { blob: 'blob:x' }, 'uploading'],
    ['an old upload', { url: 'blob:x' }, 'uploading'],
    ['a decorative image', { url, isDecorative: true }, 'decorative'],
  ])('%s', (_name, attributes, state) => {
    expect(readAttributes(attributes, open)?.state).toBe(state);
  });

  it('knows a decorative image only where WordPress does', () => {
    const old = { lock: null, knowsDecorative: false };
    expect(readAttributes({ url, isDecorative: true }, old)?.state).toBe('missing');
  });

  it('says that a block is locked', () => {
    const locked = { lock: 'binding', knowsDecorative: true } as const;
    expect(readAttributes({ url, alt: 'A dog' }, locked)?.state).toBe('locked');
  });

  it.each([
    ['to a page', { href: 'https://example.com/' }, true],
    ['to nowhere', { href: '' }, false],
    ['without a link', {}, false],
  ])('knows a link %s', (_name, link, isLinked) => {
    expect(readAttributes({ url, ...link }, open)?.isLinked).toBe(isLinked);
  });

  it('sees no image in an empty block', () => {
    expect(readAttributes({ alt: 'left over' }, open)).toBeUndefined();
  });
});

const image: EditorImage = {
  clientId: 'a',
  number: 1,
  container: '',
  url,
  attachmentId: 7,
  alt: '',
  caption: undefined,
  isLinked: false,
  state: 'missing',
  lock: null,
};

describe('shownImage', () => {
  const shown = shownImage(image);

  it('goes by the attachment, whatever the size shown', () => {
    expect(shownImage({ ...image, url: 'https://example.com/a-300x200.jpg' })).toBe(shown);
    expect(shownImage({ ...image, attachmentId: 8 })).not.toBe(shown);
    expect(shownImage({ ...image, attachmentId: null })).not.toBe(shown);
  });

  it('goes by the address of an image from elsewhere', () => {
    const external = { ...image, attachmentId: null };
    const other = { ...external, url: 'https://example.com/b.jpg' };
    expect(shownImage({ ...external })).toBe(shownImage(external));
    expect(shownImage(other)).not.toBe(shownImage(external));
  });
});

describe('decideLanding', () => {
  const described: EditorImage = { ...image, alt: 'A dog', state: 'described' };

  it.each([
    ['fills an empty one', image, image, { kind: 'fill' }],
    ['suggests beside a text', described, described, { kind: 'suggest', wasEdited: false }],
    ['suggests after an edit', image, described, { kind: 'suggest', wasEdited: true }],
    ['suggests after an emptying', described, image, { kind: 'suggest', wasEdited: true }],
    ['drops after a removal', image, undefined, { kind: 'drop', reason: 'removed' }],
    [
      'drops after a replacement',
      image,
      { ...image, attachmentId: 8 },
      { kind: 'drop', reason: 'replaced' },
    ],
    ['drops at a lock', image, { ...image, state: 'locked' }, { kind: 'drop', reason: 'locked' }],
    [
      'drops at a decorative one',
      image,
      { ...image, state: 'decorative' },
      { kind: 'drop', reason: 'decorative' },
    ],
  ] as const)('%s', (_name, before, now, landing) => {
    expect(decideLanding(before, now)).toEqual(landing);
  });
});
