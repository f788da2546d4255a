import { describe, expect, it, vi } from 'vitest';

vi.mock('@wordpress/editor', () => ({ store: { name: 'core/editor' } }));
const { chooseKeywords } = await import('../../../../../plugin/src/editor/post/keywords.ts');

const yoast = { name: 'Yoast SEO', keywords: 'calla lilies' };

describe('chooseKeywords', () => {
  it.each([
    ['nothing at all', { typed: null, meta: '', seoPlugin: null }, '', null],
    ['the SEO plugin', { typed: null, meta: '', seoPlugin: yoast }, 'calla lilies', 'Yoast SEO'],
    ['the saved ones', { typed: null, meta: 'garden', seoPlugin: yoast }, 'garden', null],
    ['emptied on purpose', { typed: '', meta: '', seoPlugin: yoast }, '', null],
    ['typed, no meta', { typed: 'spring', meta: undefined, seoPlugin: yoast }, 'spring', null],
    ['no meta', { typed: null, meta: undefined, seoPlugin: yoast }, 'calla lilies', 'Yoast SEO'],
  ])('%s', (_name, sources, value, source) => {
    expect(chooseKeywords(sources)).toEqual({ value, source });
  });
});
