import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { editorBootData } from '../boot-data.ts';

/** Id of the post in the editor; null if something else is being edited, such as a template. */
export function findPostId(registry: DataRegistry): number | null {
  const id = registry.select(editorStore).getCurrentPostId();
  return typeof id === 'number' ? id : null;
}

/**
 * True if the editor shows the post that it was opened for. From there users can open the patterns
 * and the template of the post, which do not share its data from PHP and SEO plugins.
 */
export function isOpenedPost(registry: DataRegistry): boolean {
  return findPostId(registry) === editorBootData.postId;
}
