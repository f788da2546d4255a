// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { reuseEqualItems } from '../../../../../plugin/src/editor/post/images.ts';

describe('reuseEqualItems', () => {
  const target = (clientId: string) => ({ type: 'block', clientId });

  it('returns the same object if nothing in it changed', () => {
    const reuse = reuseEqualItems<object>();
    const [one, two, three] = reuse([
      { target: target('a'), alt: '' },
      { target: target('b'), alt: '' },
      { target: target('c'), alt: '' },
    ]);
    const next = reuse([
      { target: target('a'), alt: '' },
      { target: target('b'), alt: 'A text' },
      { target: target('d'), alt: '' },
    ]);
    expect(next[0]).toBe(one);
    expect(next[1]).not.toBe(two);
    expect(next[1]).toEqual({ target: target('b'), alt: 'A text' });
    expect(next[2]).not.toBe(three);
  });

  it('returns the same array if nothing in any of them changed', () => {
    const reuse = reuseEqualItems<object>();
    const items = reuse([{ alt: '' }, { alt: 'A text' }]);
    expect(reuse([{ alt: '' }, { alt: 'A text' }])).toBe(items);
    expect(reuse([{ alt: '' }])).not.toBe(items);
  });

  it('compares rich text by identity', () => {
    class RichText {
      readonly text = 'Caption';
    }
    const reuse = reuseEqualItems<object>();
    const [one] = reuse([{ caption: new RichText() }]);
    expect(reuse([{ caption: new RichText() }])[0]).not.toBe(one);
  });
});
