import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { __ } from '@wordpress/i18n';
import { editorBootData } from '../boot-data.ts';
import { findPostId, isOpenedPost } from './current-post.ts';
import { readSeoStores, type SeoKeywords } from './seo-stores.ts';
import { readTags } from './tags.ts';

/** PHP registers it. It is missing if the post type does not support custom fields. */
const metaKey = '_altscribe_seo_keywords';

export interface Keywords {
  /** Separated by commas. */
  value: string;
  /** What they come from, for people: an SEO plugin or the tags; null for the user's own. */
  source: string | null;
}

interface Sources {
  /** What `saveKeywords` returned in this session; null if the user typed nothing. */
  typed: string | null;
  /** The post meta with unsaved changes; undefined if the post type has none. */
  meta: string | undefined;
  /** Of SEO plugins, with unsaved changes. */
  live: SeoKeywords[];
  /** Of the SEO plugin that had saved some when the editor opened. */
  saved: SeoKeywords | null;
  /** Names of the tags of the post. */
  tags: string[];
}

/** The user's own keywords come first, even if the user emptied them in this session. */
export function chooseKeywords({ typed, meta, live, saved, tags }: Sources): Keywords {
  const own = meta || typed;
  if (own !== null) {
    return { value: own, source: null };
  }
  // What a plugin has saved is old where its store has been emptied since.
  const isStale = live.some(({ source }) => source === saved?.source);
  const candidates = [
    ...live,
    ...(saved && !isStale ? [saved] : []),
    { source: __('the tags of this post', 'altscribe'), keywords: tags.join(', ') },
  ];
  const chosen = candidates.find(({ keywords }) => keywords !== '');
  return chosen ? { value: chosen.keywords, source: chosen.source } : { value: '', source: null };
}

/**
 * What `saveKeywords` returned in this session, by the id of the post: the editor leads from a post to its
 * patterns, which have keywords of their own.
 */
export type TypedKeywords = Readonly<Record<number, string | null>>;

/** The keywords of the post in the editor, with unsaved changes. `typed`: see `getTypedKeywords` of the store. */
export function readKeywords(registry: DataRegistry, typed: TypedKeywords): Keywords {
  const isOpened = isOpenedPost(registry);
  return chooseKeywords({
    typed: typed[findPostId(registry) ?? 0] ?? null,
    meta: readMeta(registry),
    // SEO plugins know the post that the editor was opened for, and no other.
    live: isOpened ? readSeoStores(registry) : [],
    saved: isOpened ? editorBootData.savedKeywords : null,
    tags: readTags(registry),
  });
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
