// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { toPlainText } from '../../../../plugin/src/common/image-context.ts';

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
