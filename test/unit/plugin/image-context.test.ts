// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { describeSurroundings, toPlainText } from '../../../plugin/src/editor/image-context.ts';

describe('toPlainText', () => {
  it.each([
    ['Our <strong>lilies</strong> in May', 'Our lilies in May'],
    ['Tom &amp; Jerry', 'Tom & Jerry'],
    ['one<br>two<br/>three', 'one two three'],
    ['<img src=x onerror="alert(1)">', ''],
    [{ toHTMLString: () => '<em>rich</em> text' }, 'rich text'],
    [undefined, ''],
    [null, ''],
    [{}, ''],
  ])('%j -> %s', (richText, text) => {
    expect(toPlainText(richText)).toBe(text);
  });
});

describe('describeSurroundings', () => {
  it('tells only what there is', () => {
    const nothing = { caption: undefined, linkTarget: '', heading: undefined };
    expect(describeSurroundings(nothing)).toBe('');
    expect(
      describeSurroundings({
        caption: 'Our <b>team</b>',
        linkTarget: 'https://example.com/team',
        heading: 'About us',
      }),
    ).toBe('Caption: Our team\nLink target: https://example.com/team\nHeading above: About us');
  });

  it('has at most 2,000 characters and no half one', () => {
    const caption = `${'x'.repeat(1990)}${'😀'.repeat(20)}`;
    const text = describeSurroundings({ caption, linkTarget: '', heading: '' });
    expect(text.length).toBeLessThanOrEqual(2_000);
    expect(text.isWellFormed()).toBe(true);
  });
});
