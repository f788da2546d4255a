// @vitest-environment jsdom
import { createReduxStore, createRegistry } from '@wordpress/data';
import { describe, expect, it } from 'vitest';
import { chooseKeywords } from '../../../../../plugin/src/common/keywords.ts';
import { readSeoPlugins } from '../../../../../plugin/src/editor/post/seo-plugins.ts';

const yoast = { source: 'Yoast SEO', keywords: 'calla lilies' };
const emptied = { source: 'Yoast SEO', keywords: '' };
const aioseo = { source: 'All in One SEO', keywords: 'harbour' };
const nothing = { typed: null, meta: '', live: [], saved: null, tags: [] };

describe('chooseKeywords', () => {
  it.each([
    ['nothing at all', {}, '', null],
    ['the SEO plugin', { live: [yoast] }, 'calla lilies', 'Yoast SEO'],
    ['the saved ones', { meta: 'garden', live: [yoast] }, 'garden', null],
    ['emptied on purpose', { typed: '', live: [yoast], tags: ['boats'] }, '', null],
    ['typed, no meta', { typed: 'spring', meta: undefined, live: [yoast] }, 'spring', null],
    ['no meta', { meta: undefined, live: [yoast] }, 'calla lilies', 'Yoast SEO'],
    ['live before saved', { live: [yoast], saved: aioseo }, 'calla lilies', 'Yoast SEO'],
    ['saved without a store', { live: [emptied], saved: aioseo }, 'harbour', 'All in One SEO'],
    ['emptied since it was saved', { live: [emptied], saved: yoast }, '', null],
    ['tags last', { saved: aioseo, tags: ['boats'] }, 'harbour', 'All in One SEO'],
    ['tags', { live: [emptied], tags: ['boats', 'sea'] }, 'boats, sea', 'the tags of this post'],
  ])('%s', (_name, sources, value, source) => {
    expect(chooseKeywords({ ...nothing, ...sources })).toEqual({ value, source });
  });
});

describe('readSeoPlugins', () => {
  /** A registry with stores of these names, each with one selector that returns a value. */
  function registryWith(stores: Record<string, [selector: string, value: () => unknown]>) {
    const registry = createRegistry();
    for (const [name, [selector, value]] of Object.entries(stores)) {
      registry.register(
        createReduxStore(name, { reducer: () => null, selectors: { [selector]: value } }),
      );
    }
    return registry;
  }
  const focus = (value: unknown): [string, () => unknown] => ['getFocusKeyphrase', () => value];

  it.each([
    ['no plugin', {}, []],
    ['Yoast', { 'yoast-seo/editor': focus(' calla lilies ') }, [yoast]],
    ['Yoast without a keyphrase', { 'yoast-seo/editor': focus('') }, [emptied]],
    [
      'Yoast Premium, each once',
      {
        'yoast-seo/editor': focus('lily'),
        'yoast-seo-premium/editor': [
          'getKeywords',
          () => [{ keyword: 'calla', score: 3 }, { keyword: 'Lily' }, { keyword: '' }],
        ],
      },
      [{ source: 'Yoast SEO', keywords: 'lily, calla' }],
    ],
    [
      'Rank Math',
      { 'rank-math': ['getKeywords', () => 'a, b,,a '] },
      [{ source: 'Rank Math', keywords: 'a, b' }],
    ],
    [
      'what nobody expects',
      {
        'yoast-seo/editor': focus(7),
        'yoast-seo-premium/editor': ['getKeywords', () => [null, 1, { keyword: {} }]],
        'rank-math': ['somethingElse', () => 'x'],
      },
      [emptied],
    ],
    [
      'what throws',
      {
        'rank-math': [
          'getKeywords',
          () => {
            throw new TypeError('state.rankMath is undefined');
          },
        ],
      },
      [],
    ],
  ] as [string, Record<string, [string, () => unknown]>, object[]][])(
    '%s',
    (_name, stores, expected) => {
      expect(readSeoPlugins(registryWith(stores))).toEqual(expected);
    },
  );

  it('prefers the store of a plugin to its field, and reads the fields of others', () => {
    document.body.innerHTML = `
      <input id="yoast_wpseo_focuskw" value="old"><input name="rank_math_focus_keyword" value="a">`;
    const rankMath = { source: 'Rank Math', keywords: 'a' };
    const stores = { 'yoast-seo/editor': focus('calla lilies') };
    expect(readSeoPlugins(registryWith(stores))).toEqual([yoast, rankMath]);
    const old = { source: 'Yoast SEO', keywords: 'old' };
    expect(readSeoPlugins(registryWith({}))).toEqual([old, rankMath]);
    document.body.innerHTML = '';
  });
});
