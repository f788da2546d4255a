import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { __ } from '@wordpress/i18n';
import type { GenerateRequest, Result } from '../../common/api.ts';
import { findHeadingAbove } from '../image-blocks/post-blocks.ts';
import { findClientId } from './alt-text-target.ts';
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
 * The request for the alt text of one image, with the unsaved content of the editor. An error
 * `altscribe_image_unreadable` for an image that is not in the media library and whose address the
 * server cannot fetch.
 */
export function buildGenerateRequest(
  registry: DataRegistry,
  postId: number,
  image: EditorImage,
  options: { regenerate: boolean; typedKeywords: string | null },
): Result<GenerateRequest> {
  const { attachmentId } = image;
  const url = findFetchableUrl(image.url);
  if (attachmentId === null && url === undefined) {
    return unreadable(image.url);
  }
  const title: unknown = registry.select(editorStore).getEditedPostAttribute('title');
  const clientId = findClientId(image.target);
  const heading = clientId === null ? undefined : findHeadingAbove(registry, clientId);
  const request = {
    post_id: postId,
    ...(attachmentId !== null && { attachment_id: attachmentId }),
    ...(url !== undefined && { image_url: url }),
    // The title is rich text: it writes "&" as "&amp;".
    title: toPlainText(title),
    seo_keywords: readKeywords(registry, options.typedKeywords).value,
    image_context: formatImageContext(image, heading),
    regenerate: options.regenerate,
  };
  return { ok: true, value: request };
}

/** An address of the post as an absolute one; undefined if it is malformed or not of the web. */
function findFetchableUrl(address: string): string | undefined {
  // The editor is in wp-admin, a folder of the site.
  const site = new URL('..', document.baseURI);
  if (address === '') {
    return undefined;
  }
  const url = URL.canParse(address, site) ? new URL(address, site) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

function unreadable(address: string): Result<never> {
  const message = address.startsWith('data:')
    ? __('This image is embedded in the post. Upload it to the media library first.', 'altscribe')
    : __('This image could not be read: its address is not valid.', 'altscribe');
  return { ok: false, error: { code: 'altscribe_image_unreadable', message } };
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
