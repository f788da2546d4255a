import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { __ } from '@wordpress/i18n';
import type { GenerateRequest, Result } from '../../common/api.ts';
import { findSurroundings, type Surroundings } from '../image-blocks/surroundings.ts';
import { findClientId } from './alt-text-target.ts';
import { findAttachment } from './attachments.ts';
import type { EditorImage } from './editor-image.ts';
import { readKeywords, type TypedKeywords } from './keywords.ts';
import { readLanguage } from './language.ts';
import { toPlainText } from './rich-text.ts';

/**
 * Maximum lengths of the parts of the context. Together they fit into the 2,000 characters that the
 * service accepts.
 */
const lengths = { caption: 400, link: 300, heading: 200, text: 320 };

/**
 * The part of a request about the text around an image, with one line for each non-empty item. It
 * is read by a model, so its labels are not translated.
 */
export function formatImageContext(
  { caption, linkTarget }: Pick<EditorImage, 'caption' | 'linkTarget'>,
  { heading, before, around, after }: Surroundings,
): string {
  return [
    ['Caption', cut(toPlainText(caption), lengths.caption)],
    ['Link target', cut(linkTarget, lengths.link)],
    ['Heading above', cut(toPlainText(heading), lengths.heading)],
    ['Paragraph before', cut(toPlainText(before), lengths.text)],
    ['Text around', cut(toPlainText(around), lengths.text)],
    ['Paragraph after', cut(toPlainText(after), lengths.text)],
  ]
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `${label}: ${text}`)
    .join('\n');
}

/**
 * The first UTF-16 code units of a text, up to this number, without half a character at the end.
 */
function cut(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The context in a request, besides the image itself. */
export type ImageContext = Required<
  Pick<GenerateRequest, 'title' | 'seo_keywords' | 'image_context' | 'language'>
>;

/**
 * The request for the alt text of one image, with the unsaved content of the editor. An error
 * `altscribe_image_unreadable` for an image that is not in the media library and that the server
 * cannot fetch.
 */
export function buildGenerateRequest(
  registry: DataRegistry,
  postId: number,
  image: EditorImage,
  options: { regenerate: boolean; typedKeywords: TypedKeywords },
): Result<GenerateRequest> {
  const { attachmentId } = image;
  const url = findFetchableUrl(image.url);
  if (attachmentId === null && url === undefined) {
    return unreadable(image.url);
  }
  const request = {
    post_id: postId,
    ...(attachmentId !== null && { attachment_id: attachmentId }),
    ...(url !== undefined && { image_url: url }),
    ...readContext(registry, image, options.typedKeywords),
    regenerate: options.regenerate,
  };
  return { ok: true, value: request };
}

/** The context of an image, with the unsaved content of the editor. `typedKeywords`: see `readKeywords`. */
export function readContext(
  registry: DataRegistry,
  image: EditorImage,
  typedKeywords: TypedKeywords,
): ImageContext {
  const title: unknown = registry.select(editorStore).getEditedPostAttribute('title');
  const surroundings = findSurroundings(registry, findClientId(image.target));
  return {
    // The title is rich text, which contains "&" as "&amp;".
    title: toPlainText(title),
    seo_keywords: readKeywords(registry, typedKeywords).value,
    image_context: formatImageContext(image, surroundings),
    language: findLanguage(registry, image),
  };
}

/**
 * The text of an attachment, such as a featured image, is shared by all posts that show it, so it
 * is in the attachment's language.
 */
function findLanguage(registry: DataRegistry, { target }: EditorImage): string {
  const own =
    target.type === 'attachment' ? findAttachment(registry, target.attachmentId)?.language : '';
  return own || readLanguage(registry).code;
}

/** A URL in the post as an absolute one; undefined if it is malformed or not on the web. */
export function findFetchableUrl(address: string): string | undefined {
  // The editor is in wp-admin, a folder of the site.
  const site = new URL('..', document.baseURI);
  if (address === '') {
    return undefined;
  }
  const url = URL.canParse(address, site) ? new URL(address, site) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

function unreadable(address: string): Result<never> {
  const [problem, message] = address.startsWith('data:')
    ? [
        'image_embedded',
        __(
          'This image is embedded in the post. Upload it to the media library first.',
          'altscribe',
        ),
      ]
    : [
        'image_url_invalid',
        __('This image could not be read: its address is not valid.', 'altscribe'),
      ];
  return { ok: false, error: { code: 'altscribe_image_unreadable', message, problem } };
}
