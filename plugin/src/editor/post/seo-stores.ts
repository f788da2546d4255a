import type { DataRegistry } from '@wordpress/data';

/** Keywords of an SEO plugin, separated by commas; '' if the post has none. */
export interface SeoKeywords {
  /** Name of the plugin, as PHP has it for the saved ones. */
  source: string;
  keywords: string;
}

/** Names of the data stores of SEO plugins. */
export const seoStores = ['yoast-seo/editor', 'yoast-seo-premium/editor', 'rank-math'] as const;

/**
 * The keywords of the post with unsaved changes, of each SEO plugin that keeps them in a data store
 * of the editor. Its store exists only while that plugin is active.
 */
export function readSeoStores(registry: DataRegistry): SeoKeywords[] {
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
  return stores
    .filter(({ values }) => values[0] !== undefined)
    .map(({ source, values }) => ({ source, keywords: joinKeywords(values) }));
}

/** Undefined without that store, or if it is not as it was. */
function read(
  registry: DataRegistry,
  store: (typeof seoStores)[number],
  selector: string,
): unknown {
  try {
    const selectors = registry.select(store) as Record<string, () => unknown> | undefined;
    return selectors?.[selector]?.();
  } catch {
    return undefined;
  }
}

/** Joins keywords, each once: texts (with one, or several separated by commas) and lists of `{ keyword }`. */
function joinKeywords(values: unknown[]): string {
  const keywords = new Map<string, string>();
  for (const text of values.flatMap(listTexts)) {
    for (const keyword of text.split(',').map((part) => part.trim())) {
      const key = keyword.toLocaleLowerCase();
      if (keyword !== '' && !keywords.has(key)) {
        keywords.set(key, keyword);
      }
    }
  }
  return [...keywords.values()].join(', ');
}

function listTexts(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items
    .map((item) => (item as { keyword?: unknown } | null | undefined)?.keyword ?? item)
    .filter((item) => typeof item === 'string');
}
