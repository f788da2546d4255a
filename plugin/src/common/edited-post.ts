import type { SentSurroundings } from './image-context.ts';
import { findMedia } from './wp-media.ts';
import { type SeoKeywords, joinKeywords } from './keywords.ts';

/** The post or product on the screen, as context for an image that is picked for it. */
export interface EditedPost {
  post_id: number;
  /** With unsaved changes. */
  title?: string;
  /** The same; undefined for the saved ones. */
  seo_keywords?: string;
  /** The heading above the selected block. */
  surroundings?: SentSurroundings;
}

/** The parts of `wp.data` that are used, if the screen has a block editor. */
interface BlockEditors {
  select: (
    store: 'altscribe/editor',
  ) => { getPostContext: () => EditedPost | undefined } | undefined;
}

interface Screen {
  wp?: { data?: BlockEditors };
  /** `ownKeywords`: entered for Altscribe, so they have priority over those of SEO plugins. */
  altscribeMedia?: { ownKeywords?: string };
}

/** The post whose editor has a media window; undefined on other screens. */
export function readEditedPost(): EditedPost | undefined {
  const post_id = findMedia()?.view.settings.post.id;
  if (!post_id) {
    return undefined;
  }
  const { wp, altscribeMedia } = window as Screen;
  const blockEditor = wp?.data?.select('altscribe/editor');
  if (blockEditor) {
    return blockEditor.getPostContext();
  }
  const title = document.querySelector<HTMLInputElement>('#title')?.value;
  const live = readSeoFields().find(({ keywords }) => keywords !== '');
  return {
    post_id,
    ...(title === undefined ? {} : { title }),
    ...(live && !altscribeMedia?.ownKeywords ? { seo_keywords: live.keywords } : {}),
  };
}

/**
 * The keywords in the fields of SEO plugins on the screen, saved or not. A plugin whose field is
 * missing is not listed.
 */
export function readSeoFields(): SeoKeywords[] {
  const fields = [
    {
      source: 'Yoast SEO',
      selector: '#yoast_wpseo_focuskw',
      read: (value: string) => [value, parse(readValue('#yoast_wpseo_focuskeywords'))],
    },
    {
      source: 'Rank Math',
      selector: '[name="rank_math_focus_keyword"]',
      read: (value: string) => [value],
    },
    {
      source: 'SEOPress',
      selector: '#seopress_analysis_target_kw_meta',
      read: (value: string) => [listTags(value)],
    },
    {
      source: 'All in One SEO',
      selector: '#aioseo-post-settings',
      read: (value: string) => listAioseo(parse(value)),
      isEmptyAtFirst: true,
    },
  ];
  return fields.flatMap(({ source, selector, read, isEmptyAtFirst = false }) => {
    const value = readValue(selector);
    return value === undefined || (isEmptyAtFirst && value === '')
      ? []
      : [{ source, keywords: joinKeywords(read(value)) }];
  });
}

function readValue(selector: string): string | undefined {
  return document.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector)?.value;
}

/** Once it is edited, SEOPress replaces the list in its field with a list of objects (`[{"value":"boats"}]`). */
function listTags(value: string): unknown {
  const tags = parse(value);
  return Array.isArray(tags) ? tags.map((tag: { value?: unknown }) => tag.value) : value;
}

function listAioseo(settings: unknown): unknown[] {
  const { focus_keyword, additional_keywords, keyphrases } = (settings ?? {}) as {
    focus_keyword?: unknown;
    additional_keywords?: unknown;
    keyphrases?: unknown;
  };
  // Since version 5.
  const words = Array.isArray(additional_keywords)
    ? additional_keywords.map((one: { word?: unknown } | null) => one?.word)
    : [];
  const { focus, additional } = ((typeof keyphrases === 'string'
    ? parse(keyphrases)
    : keyphrases) ?? {}) as { focus?: Keyphrase; additional?: Keyphrase[] };
  const phrases = [focus, ...(Array.isArray(additional) ? additional : [])];
  return [focus_keyword, ...words, ...phrases.map((one) => one?.keyphrase)];
}

interface Keyphrase {
  keyphrase?: unknown;
}

/** Undefined for anything but JSON. */
function parse(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '') as unknown;
  } catch {
    return undefined;
  }
}
