import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { editorBootData } from '../boot-data.ts';
import { findLoadedTerm } from '../core-internals.ts';
import { toPlainText } from './rich-text.ts';

/** Names of the tags of the post, with unsaved changes, as far as they are known without a request. */
export function readTags(registry: DataRegistry): string[] {
  const ids: unknown = registry.select(editorStore).getEditedPostAttribute('tags');
  return (Array.isArray(ids) ? ids : [])
    .map((id: unknown) => {
      const saved = editorBootData.tags.find((tag) => tag.id === id);
      // WordPress writes "&" as "&amp;" in the names that it has loaded.
      return saved?.name ?? toPlainText(findLoadedTerm(registry, 'post_tag', id)?.name);
    })
    .filter((name) => name !== '');
}
