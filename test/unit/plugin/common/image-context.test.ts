// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { readImageContext } from '../../../../plugin/src/common/image-context.ts';

const nothing = { heading: undefined, before: undefined, around: undefined, after: undefined };

describe('readImageContext', () => {
  it('leaves out empty parts', () => {
    expect(readImageContext({ caption: undefined, linkTarget: '' }, nothing)).toEqual({});
    const image = { caption: 'Our <b>team</b>', linkTarget: 'https://example.com/team' };
    expect(readImageContext(image, { ...nothing, heading: 'About us' })).toEqual({
      caption: 'Our team',
      link_target: 'https://example.com/team',
      heading: 'About us',
    });
  });

  it('has all parts as plain text', () => {
    const image = {
      caption: 'Our boat',
      linkTarget: '/shop',
      linkText: 'To the shop',
      container: 'Gallery',
    };
    const texts = {
      heading: 'At sea',
      before: 'We <em>met</em>',
      around: 'in',
      after: 'and sang &amp; ate',
    };
    expect(readImageContext(image, texts)).toEqual({
      caption: 'Our boat',
      link_target: '/shop',
      link_text: 'To the shop',
      container: 'Gallery',
      heading: 'At sea',
      before: 'We met',
      around: 'in',
      after: 'and sang & ate',
    });
  });
});
