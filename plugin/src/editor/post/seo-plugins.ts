import type { DataRegistry } from '@wordpress/data';
import { type SeoKeywords, joinKeywords } from '../../common/keywords.ts';
import { readSeoFields } from '../../common/edited-post.ts';

/**
 * The keywords of the post with unsaved changes, from each SEO plugin that has them in a data store
 * or a field of the editor. These exist only while their plugin is active.
 */
export function readSeoPlugins(registry: DataRegistry): SeoKeywords[] {
  const stores = [
    {
      source: 'Yoast SEO',
      values: [
        read(registry, 'yoast-seo/editor', 'getFocusKeyphrase'),
        // Premium: `[{ keyword }]`.
        read(registry, 'yoast-seo-premium/editor', 'getKeywords'),
      ],
    },
    { source: 'Rank Math', values: [read(registry, 'rank-math', 'getKeywords')] },
  ];
  const live = stores
    .filter(({ values }) => values[0] !== undefined)
    .map(({ source, values }) => ({ source, keywords: joinKeywords(values) }));
  const isStored = ({ source }: SeoKeywords) => live.some((one) => one.source === source);
  return [...live, ...readSeoFields().filter((one) => !isStored(one))];
}

/** Undefined without that store, or if its structure has changed. */
function read(registry: DataRegistry, store: string, selector: string): unknown {
  try {
    const selectors = registry.select(store) as Record<string, () => unknown> | undefined;
    return selectors?.[selector]?.();
  } catch {
    return undefined;
  }
}
