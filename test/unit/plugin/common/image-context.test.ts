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

  it('has at most 2,000 characters, no half characters, and some of each part', () => {
    const long = `${'x'.repeat(151)}${'😀'.repeat(2_000)}`;
    const text = formatImageContext(
      { caption: long, linkTarget: long },
      { heading: long, before: long, around: long, after: long },
    );
    expect(text.length).toBeLessThanOrEqual(2_000);
    expect(text.isWellFormed()).toBe(true);
    expect(text.split('\n').map((line) => line.split(':')[0])).toEqual([
      'Caption',
      'Link target',
      'Heading above',
      'Paragraph before',
      'Text around',
      'Paragraph after',
    ]);
  });
});
