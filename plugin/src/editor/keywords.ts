import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';

/** Registered by the plugin; missing where the post type does not support custom fields. */
const metaKey = 'altscribe_seo_keywords';

export interface Keywords {
  /** Comma separated. */
  value: string;
  /** Name of the SEO plugin they come from; null for the user's own. */
  source: string | null;
}

interface Sources {
  /** What `saveKeywords` left for this session to remember; null where nothing was typed. */
  typed: string | null;
  /** The saved or edited post meta; undefined where the post type has none. */
  meta: string | undefined;
  seoPlugin: { name: string; keywords: string } | null;
}

/** The user's own keywords win, also when they were emptied on purpose in this session. */
export function chooseKeywords({ typed, meta, seoPlugin }: Sources): Keywords {
  const own = meta || typed;
  if (own !== null || !seoPlugin) {
    return { value: own ?? '', source: null };
  }
  return { value: seoPlugin.keywords, source: seoPlugin.name };
}

/** Keywords of the post as they stand now. `typed`: see the store's `getTypedKeywords`. */
export function readKeywords(registry: DataRegistry, typed: string | null): Keywords {
  return chooseKeywords({ typed, meta: readMeta(registry), seoPlugin: readSeoPlugin(registry) });
}

/**
 * Keeps the user's keywords with the post, where it has a place for them. Returns what is left for
 * this session to remember: all of it without such a place, else only that they were emptied.
 */
export function saveKeywords(registry: DataRegistry, value: string): string | null {
  if (readMeta(registry) === undefined) {
    return value;
  }
  void registry.dispatch(editorStore).editPost({ meta: { [metaKey]: value } });
  return value === '' ? '' : null;
}

function readMeta(registry: DataRegistry): string | undefined {
  const meta: unknown = registry.select(editorStore).getEditedPostAttribute('meta');
  const value = (meta as Record<string, unknown> | undefined)?.[metaKey];
  return typeof value === 'string' ? value : undefined;
}

function readSeoPlugin(registry: DataRegistry): Sources['seoPlugin'] {
  const candidates = [
    { name: 'Yoast SEO', keywords: ask(registry, 'yoast-seo/editor', 'getFocusKeyphrase') },
    { name: 'Rank Math', keywords: ask(registry, 'rank-math', 'getKeywords') },
  ];
  return candidates.find(({ keywords }) => keywords !== '') ?? null;
}

/** Asks a store that is there only while its plugin is. */
function ask(registry: DataRegistry, store: string, selector: string): string {
  const selectors = registry.select(store) as Record<string, () => unknown> | undefined;
  const value = selectors?.[selector]?.();
  return typeof value === 'string' ? value.trim() : '';
}
