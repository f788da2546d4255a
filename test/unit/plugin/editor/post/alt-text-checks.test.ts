// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import {
  checkImage,
  describe as describeFindings,
  findRepeats,
  isTextOfAnother,
} from '../../../../../plugin/src/editor/post/alt-text-checks.ts';
import type { AltTextFinding } from '../../../../../shared/alt-text/checks.ts';
import type { EditorImage } from '../../../../../plugin/src/editor/post/editor-image.ts';

function image(attachmentId: number, alt: string, more: Partial<EditorImage> = {}): EditorImage {
  return {
    target: { type: 'block', clientId: String(attachmentId) },
    kind: 'image',
    title: 'Image',
    number: 1,
    container: '',
    url: `https://example.com/${String(attachmentId)}.jpg`,
    attachmentId,
    alt,
    caption: undefined,
    isLinked: false,
    linkTarget: '',
    state: alt === '' ? 'missing' : 'has-alt',
    lock: null,
    isReadOnly: false,
    libraryText: null,
    decorative: { can: true },
    pointsTo: null,
    ...more,
  };
}

describe('findRepeats', () => {
  it('finds different images with the same text', () => {
    const images = [image(1, 'A red door'), image(2, 'A blue door'), image(3, 'a red  door.')];
    expect([...findRepeats(images)]).toEqual([images[0], images[2]]);
  });

  it.each([
    ['the same image twice', [image(1, 'A red door'), image(1, 'A red door')]],
    ['images without a text', [image(1, ''), image(2, '')]],
    [
      'what a decorative image no longer says',
      [image(1, 'A red door'), image(2, 'A red door', { state: 'decorative' })],
    ],
  ])('ignores %s', (_case, images) => {
    expect(findRepeats(images).size).toBe(0);
  });

  it('searches once, however many components ask and whatever is typed', () => {
    const read = vi.fn(() => 'A red door');
    const images = [1, 2, 3].map((id) =>
      Object.defineProperty(image(id, ''), 'alt', { get: read }),
    );
    for (const typed of ['A', 'A r', 'A red door']) {
      findRepeats(images);
      findRepeats(images);
      expect(isTextOfAnother(images, image(4, ''), typed)).toBe(typed === 'A red door');
    }
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('compares the typed text only with texts of different images', () => {
    const images = [image(1, 'A red door'), image(1, 'A red door'), image(2, 'A blue door')];
    expect(isTextOfAnother(images, image(1, ''), 'a red door.')).toBe(false);
    expect(isTextOfAnother(images, image(1, ''), 'a blue door.')).toBe(true);
  });

  it('counts the text of a locked image', () => {
    const editable = image(1, 'A red door');
    const locked = image(2, 'A red door', { state: 'locked', lock: 'pattern' });
    expect(findRepeats([editable, locked])).toContain(editable);
  });
});

describe('checkImage', () => {
  const alone = { isRepeat: false, keywords: '', language: 'en', around: undefined };
  const beside = (before: string) => ({
    ...alone,
    around: { heading: undefined, before, around: undefined, after: undefined },
  });

  it.each([
    ['a good text', image(1, 'Red door in a white wall'), alone, []],
    [
      'a caption with markup',
      image(1, 'Tom & Ann', { caption: '<b>Tom</b> &amp; Ann' }),
      alone,
      ['repeats-caption'],
    ],
    ['a repeat', image(1, 'A red door'), { ...alone, isRepeat: true }, ['repeats-other']],
    [
      'keywords',
      image(1, 'Red door beside a red door'),
      { ...alone, keywords: 'red door' },
      ['keyword-stuffing'],
    ],
    [
      'a text in the script of another language',
      image(1, 'Red door in a white wall'),
      { ...alone, language: 'ru' },
      ['wrong-script'],
    ],
    [
      'the text of an older translation',
      image(1, 'A red door', { olderTexts: [{ text: 'A red door', language: 'en_US' }] }),
      { ...alone, language: 'de_DE_formal' },
      ['wrong-language'],
    ],
    [
      'that of a variant of the same language',
      image(1, 'A red door', { olderTexts: [{ text: 'A red door', language: 'en_US' }] }),
      { ...alone, language: 'en_GB' },
      [],
    ],
    [
      'most words of the paragraph beside it',
      image(1, 'Volunteers plant young trees'),
      beside('On Saturday, forty <em>volunteers</em> came to plant young trees.'),
      ['repeats-nearby'],
    ],
    [
      'other words than the paragraph beside it',
      image(1, 'Six people in raincoats stamp down earth'),
      beside('On Saturday, forty <em>volunteers</em> came to plant young trees.'),
      [],
    ],
    ['no text', image(1, ''), alone, ['missing']],
    ['a link without text', image(1, '', { isLinked: true }), alone, ['linked-without-text']],
    ['a decorative image', image(1, '', { state: 'decorative' }), alone, []],
    ['a locked image', image(1, 'door.jpg', { state: 'locked', lock: 'template' }), alone, []],
  ])('%s', (_case, checked, beside, findings) => {
    expect(checkImage(checked, beside)).toEqual(findings);
  });
});

it('describes the first problem, then the others; before a text is read, all of them are others', () => {
  const said = (isUnread: boolean, ...findings: AltTextFinding[]) =>
    describeFindings(findings, isUnread);
  expect(said(false)).toEqual({ isGood: true, text: 'No problems found', more: '' });
  expect(said(true)).toEqual({ isGood: false, text: 'No problems found', more: '' });
  const both = ['file-name', 'single-word'] as const;
  expect(said(false, ...both)).toEqual({
    ...{ isGood: false, text: 'Check: looks like a file name', more: 'Also: only one word' },
  });
  expect(said(true, ...both).more).toBe('Also: looks like a file name and only one word');
  expect(said(false, 'single-word')).toEqual({
    ...{ isGood: true, text: 'No problems found', more: 'Hint: only one word' },
  });
});
