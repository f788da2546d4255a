import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import type { GenerateRequest } from '../../common/api.ts';
import { findHeadingAbove } from '../image-blocks/post-blocks.ts';
import type { EditorImage } from './images.ts';
import { readKeywords } from './keywords.ts';
import { toPlainText } from './rich-text.ts';

/** Longest `image_context` that the service accepts, in UTF-16 code units. */
const maxContextLength = 2_000;

/** Id of the post in the editor; null if it edits something else, such as a template. */
export function findPostId(registry: DataRegistry): number | null {
  const id = registry.select(editorStore).getCurrentPostId();
  return typeof id === 'number' ? id : null;
}

/**
 * The request for the alt text of one image, with the unsaved content of the editor. Null for an
 * image that is embedded in the post as a data URI, which the server cannot fetch.
 */
export function buildGenerateRequest(
  registry: DataRegistry,
  postId: number,
  image: EditorImage,
  options: { regenerate: boolean; typedKeywords: string | null },
): GenerateRequest | null {
  const { attachmentId } = image;
  const url = new URL(image.url, document.baseURI);
  const isFetchable = url.protocol === 'http:' || url.protocol === 'https:';
  if (attachmentId === null && !isFetchable) {
    return null;
  }
  const title: unknown = registry.select(editorStore).getEditedPostAttribute('title');
  const heading = findHeadingAbove(registry, image.target.clientId);
  return {
    post_id: postId,
    ...(attachmentId !== null && { attachment_id: attachmentId }),
    ...(isFetchable && { image_url: url.href }),
    // The title is rich text: it writes "&" as "&amp;".
    title: toPlainText(title),
    seo_keywords: readKeywords(registry, options.typedKeywords).value,
    image_context: formatImageContext(image, heading),
    regenerate: options.regenerate,
  };
}

/** Caption, link and heading of an image, one on each line; empty without any. */
export function formatImageContext(
  { caption, linkTarget }: Pick<EditorImage, 'caption' | 'linkTarget'>,
  heading: unknown,
): string {
  const lines = [
    ['Caption', toPlainText(caption)],
    ['Link target', linkTarget],
    ['Heading above', toPlainText(heading)],
  ]
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `${label}: ${text}`);
  return cut(lines.join('\n'));
}

/** Cuts a text without splitting a character of two code units. */
function cut(text: string): string {
  return text.length <= maxContextLength
    ? text
    : text.slice(0, maxContextLength).replace(/[\uD800-\uDBFF]$/, '');
}
