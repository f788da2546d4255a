import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { editorBootData } from '../boot-data.ts';

/** Id of the post in the editor; null if it edits something else, such as a template. */
export function findPostId(registry: DataRegistry): number | null {
  const id = registry.select(editorStore).getCurrentPostId();
  return typeof id === 'number' ? id : null;
}

/**
 * True if the editor shows the post that it was opened for. From there it leads to the patterns and the
 * template of the post, which share nothing with it of what PHP and SEO plugins say of the post.
 */
export function isOpenedPost(registry: DataRegistry): boolean {
  return findPostId(registry) === editorBootData.postId;
}
