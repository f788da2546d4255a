// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { formatImageContext } from '../../../../plugin/src/common/image-context.ts';

const nothing = { heading: undefined, before: undefined, around: undefined, after: undefined };

describe('formatImageContext', () => {
  it('leaves out empty parts', () => {
    expect(formatImageContext({ caption: undefined, linkTarget: '' }, nothing)).toBe('');
    const image = { caption: 'Our <b>team</b>', linkTarget: 'https://example.com/team' };
    expect(formatImageContext(image, { ...nothing, heading: 'About us' })).toBe(
      'Caption: Our team\nLink target: https://example.com/team\nHeading above: About us',
    );
  });

  it('contains the paragraphs next to the image', () => {
    const image = { caption: '', linkTarget: '' };
    const texts = {
      heading: '',
      before: 'We <em>met</em>',
      around: 'in',
      after: 'and sang &amp; ate',
    };
    expect(formatImageContext(image, texts)).toBe(
      'Paragraph before: We met\nText around: in\nParagraph after: and sang & ate',
    );
  });

  it('has all parts in order, and no endless address', () => {
    const image = {
      caption: 'Our boat',
      linkTarget: `https://example.com/${'x'.repeat(2_000)}`,
      linkText: 'To the shop',
      container: 'Gallery',
    };
    const text = formatImageContext(image, {
      heading: 'At sea',
      before: 'One',
      around: 'Two',
      after: 'Three',
    });
    const lines = text.split('\n');
    expect(lines.splice(1, 1)[0]).toHaveLength('Link target: '.length + 300);
    expect(lines).toEqual([
      'Caption: Our boat',
      'Words of the link: To the shop',
      'Shown in: Gallery',
      'Heading above: At sea',
      'Paragraph before: One',
      'Text around: Two',
      'Paragraph after: Three',
    ]);
  });
});
