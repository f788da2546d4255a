import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { findLoadedTerm } from '../../common/core-internals.ts';
import { chooseKeywords, type Keywords, type SeoKeywords } from '../../common/keywords.ts';
import { toPlainText } from '../../common/image-context.ts';
import { editorBootData } from '../boot-data.ts';
import { findPostId, isOpenedPost } from './current-post.ts';

/** Names of the tags of the post, with unsaved changes, if they are known without a request. */
function readTags(registry: DataRegistry): string[] {
  const ids: unknown = registry.select(editorStore).getEditedPostAttribute('tags');
  return (Array.isArray(ids) ? ids : [])
    .map((id: unknown) => {
      const saved = editorBootData.tags.find((tag) => tag.id === id);
      // WordPress stores "&" as "&amp;" in loaded names.
      return saved?.name ?? toPlainText(findLoadedTerm(registry, 'post_tag', id)?.name);
    })
    .filter((name) => name !== '');
}

/** Names of the data stores of SEO plugins. */
export const seoStores = ['yoast-seo/editor', 'yoast-seo-premium/editor', 'rank-math'] as const;

/** The live keywords of SEO plugins; none until the module that reads them is loaded. */
let readSeoPlugins: (registry: DataRegistry) => SeoKeywords[] = () => [];

void import('./seo-plugins.ts').then(
  (module) => {
    readSeoPlugins = module.readSeoPlugins;
  },
  () => undefined,
);

/** Registered by PHP. Missing if the post type does not support custom fields. */
const metaKey = '_altscribe_seo_keywords';

/**
 * The results of `saveKeywords` in this session, by post id: from the post, users can open its
 * patterns, which have their own keywords.
 */
export type TypedKeywords = Readonly<Record<number, string | null>>;

/** The keywords of the post in the editor, with unsaved changes. `typed`: see `getTypedKeywords` of the store. */
export function readKeywords(registry: DataRegistry, typed: TypedKeywords): Keywords {
  const isOpened = isOpenedPost(registry);
  return chooseKeywords({
    typed: typed[findPostId(registry) ?? 0] ?? null,
    meta: readMeta(registry),
    // SEO plugins only know the post that the editor was opened for.
    live: isOpened ? readSeoPlugins(registry) : [],
    saved: isOpened ? editorBootData.savedKeywords : null,
    tags: readTags(registry),
  });
}

/**
 * Stores the user's keywords in the post meta if the post type has it. Returns the part that only
 * this session can remember: the keywords if there is no meta, '' if the user emptied them, else
 * null.
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
