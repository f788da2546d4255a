import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';

/** PHP registers it. It is missing if the post type does not support custom fields. */
const metaKey = '_altscribe_seo_keywords';

export interface Keywords {
  /** Separated by commas. */
  value: string;
  /** Name of the SEO plugin they come from; null for the user's own. */
  source: string | null;
}

interface Sources {
  /** What `saveKeywords` returned in this session; null if the user typed nothing. */
  typed: string | null;
  /** The post meta with unsaved changes; undefined if the post type has none. */
  meta: string | undefined;
  seoPlugin: { name: string; keywords: string } | null;
}

/** The user's own keywords come first, even if the user emptied them in this session. */
export function chooseKeywords({ typed, meta, seoPlugin }: Sources): Keywords {
  const own = meta || typed;
  if (own !== null || !seoPlugin) {
    return { value: own ?? '', source: null };
  }
  return { value: seoPlugin.keywords, source: seoPlugin.name };
}

/** The keywords of the post with unsaved changes. `typed`: see `getTypedKeywords` of the store. */
export function readKeywords(registry: DataRegistry, typed: string | null): Keywords {
  return chooseKeywords({ typed, meta: readMeta(registry), seoPlugin: readSeoPlugin(registry) });
}

/**
 * Stores the user's keywords in the post meta if the post type has it. Returns what only this
 * session can remember: the keywords if there is no meta, '' if the user emptied them, else null.
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
    { name: 'Yoast SEO', keywords: readText(registry, 'yoast-seo/editor', 'getFocusKeyphrase') },
    { name: 'Rank Math', keywords: readText(registry, 'rank-math', 'getKeywords') },
  ];
  return candidates.find(({ keywords }) => keywords !== '') ?? null;
}

/** Reads from the store of another plugin, which exists only while that plugin is active. */
function readText(registry: DataRegistry, store: string, selector: string): string {
  const selectors = registry.select(store) as Record<string, () => unknown> | undefined;
  const value = selectors?.[selector]?.();
  return typeof value === 'string' ? value.trim() : '';
}
