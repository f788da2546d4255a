// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { EditorImage } from '../../../../../plugin/src/editor/post/editor-image.ts';
import { checkUsable } from '../../../../../plugin/src/editor/store/apply-alt-text.ts';

const image: EditorImage = {
  target: { type: 'block', clientId: 'a' },
  kind: 'image',
  title: 'Image',
  number: 1,
  container: '',
  url: 'https://example.com/a.jpg',
  attachmentId: 7,
  alt: '',
  caption: undefined,
  isLinked: false,
  linkTarget: '',
  state: 'missing',
  lock: null,
  isReadOnly: false,
  libraryText: null,
  decorative: { can: true },
  pointsTo: null,
};
const withAlt: EditorImage = { ...image, alt: 'A dog', state: 'has-alt' };
const discarded = (code: string) => ({ discarded: { code } });

describe('checkUsable', () => {
  it.each([
    ['uses it for the same image', image, image, { now: image }],
    ['uses it beside another alt text', image, withAlt, { now: withAlt }],
    ['discards it after a removal', image, undefined, discarded('image_removed')],
    [
      'discards it after a replacement',
      image,
      { ...image, attachmentId: 8 },
      discarded('image_replaced'),
    ],
    [
      'discards it for a locked image',
      image,
      { ...image, state: 'locked' },
      discarded('image_locked'),
    ],
    [
      'discards it for a decorative image',
      image,
      { ...image, state: 'decorative' },
      discarded('image_decorative'),
    ],
  ] as const)('%s', (_name, before, now, usable) => {
    expect(checkUsable(before, now)).toMatchObject(usable);
  });
});
