import { __ } from '@wordpress/i18n';

/** Keywords of an SEO plugin, separated by commas; '' if the post has none. */
export interface SeoKeywords {
  /** Name of the plugin, the same as PHP uses for saved keywords. */
  source: string;
  keywords: string;
}

export interface Keywords {
  /** Separated by commas. */
  value: string;
  /** Their source, for display: an SEO plugin or the tags; null for the user's own. */
  source: string | null;
}

interface Sources {
  /** The result of `saveKeywords` in this session; null if the user typed nothing. */
  typed: string | null;
  /** The post meta with unsaved changes; undefined if the post type has none. */
  meta: string | undefined;
  /** From SEO plugins, with unsaved changes. */
  live: SeoKeywords[];
  /** From the SEO plugin that had saved keywords when the editor opened. */
  saved: SeoKeywords | null;
  /** Names of the tags of the post. */
  tags: string[];
}

/** The user's own keywords have priority, even if the user emptied them in this session. */
export function chooseKeywords({ typed, meta, live, saved, tags }: Sources): Keywords {
  const own = meta || typed;
  if (own !== null) {
    return { value: own, source: null };
  }
  // A plugin's saved keywords are outdated if its store has been emptied since.
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
 * Joins keywords without duplicates. Accepts texts (with one keyword, or several separated by
 * commas) and lists of `{ keyword }`.
 */
export function joinKeywords(values: unknown[]): string {
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
