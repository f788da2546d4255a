import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import type { GenerateRequest } from '../common/api.ts';
import { readSurroundings } from './blocks.ts';
import type { EditorImage } from './editor-image.ts';
import { describeSurroundings, toPlainText } from './image-context.ts';
import { readKeywords } from './keywords.ts';

/** Id of the post being edited; null where the editor holds something else, such as a template. */
export function findPostId(registry: DataRegistry): number | null {
  const id = registry.select(editorStore).getCurrentPostId();
  return typeof id === 'number' ? id : null;
}

/**
 * What is asked of the server for one image, with everything as it stands in the editor now. Null
 * for an image that is part of the page itself (a data URI), which the server cannot fetch.
 */
export function buildRequest(
  registry: DataRegistry,
  postId: number,
  image: EditorImage,
  options: { regenerate: boolean; typedKeywords: string | null },
): GenerateRequest | null {
  const url = new URL(image.url, document.baseURI);
  const isFetchable = url.protocol === 'http:' || url.protocol === 'https:';
  if (image.attachmentId === null && !isFetchable) {
    return null;
  }
  // Rich text: "&" is "&amp;" in it.
  const title: unknown = registry.select(editorStore).getEditedPostAttribute('title');
  return {
    post_id: postId,
    ...(image.attachmentId !== null && { attachment_id: image.attachmentId }),
    ...(isFetchable && { image_url: url.href }),
    title: toPlainText(title),
    seo_keywords: readKeywords(registry, options.typedKeywords).value,
    image_context: describeSurroundings(readSurroundings(registry, image.clientId)),
    regenerate: options.regenerate,
  };
}
