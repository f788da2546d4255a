import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { editorBootData } from '../boot-data.ts';
import { toPlainText } from './rich-text.ts';

type FindTerm = (kind: string, taxonomy: string, id: unknown) => { name?: unknown } | undefined;

/** Names of the tags of the post, with unsaved changes, as far as they are known without a request. */
export function readTags(registry: DataRegistry): string[] {
  const ids: unknown = registry.select(editorStore).getEditedPostAttribute('tags');
  // The other selectors of WordPress send a request for a term that is not loaded.
  const selectors = registry.select('core') as Record<string, FindTerm | undefined> | undefined;
  const findLoaded = selectors?.__experimentalGetEntityRecordNoResolver;
  return (Array.isArray(ids) ? ids : [])
    .map((id: unknown) => {
      const saved = editorBootData.tags.find((tag) => tag.id === id);
      // WordPress writes "&" as "&amp;" in the names that it has loaded.
      return saved?.name ?? toPlainText(findLoaded?.('taxonomy', 'post_tag', id)?.name);
    })
    .filter((name) => name !== '');
}
