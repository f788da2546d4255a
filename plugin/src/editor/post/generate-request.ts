import { store as blockEditorStore } from '@wordpress/block-editor';
import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import type { GenerateRequest, Result } from '../../common/api.ts';
import type { EditedPost } from '../../common/edited-post.ts';
import {
  type SentSurroundings,
  readImageContext,
  toPlainText,
} from '../../common/image-context.ts';
import { readImageFields } from '../../common/image-url.ts';
import { findSurroundings } from '../image-blocks/surroundings.ts';
import { findClientId } from './alt-text-target.ts';
import { findAttachment } from './attachments.ts';
import { findPostId, readLanguage } from './current-post.ts';
import type { EditorImage } from './editor-image.ts';
import { readKeywords, type TypedKeywords } from './keywords.ts';

/** The context in a request, besides the image itself. */
export type ImageContext = Required<
  Pick<GenerateRequest, 'title' | 'seo_keywords' | 'surroundings' | 'language'>
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
  options: {
    regenerate: boolean;
    typedKeywords: TypedKeywords;
    context?: SentSurroundings | undefined;
  },
): Result<GenerateRequest> {
  const fields = readImageFields(image);
  if (!fields.ok) {
    return fields;
  }
  const request = {
    post_id: postId,
    ...fields.value,
    ...readContext(registry, image, options.typedKeywords, options.context),
    regenerate: options.regenerate,
  };
  return { ok: true, value: request };
}

/**
 * The context of an image, with the unsaved content of the editor. `typedKeywords`: see
 * `readKeywords`; `surroundings`: by default those of the image.
 */
export function readContext(
  registry: DataRegistry,
  image: EditorImage,
  typedKeywords: TypedKeywords,
  surroundings?: SentSurroundings,
): ImageContext {
  return {
    title: readTitle(registry),
    seo_keywords: readKeywords(registry, typedKeywords).value,
    surroundings:
      surroundings ??
      readImageContext(image, findSurroundings(registry, findClientId(image.target))),
    language: findLanguage(registry, image),
  };
}

/** The context of an image that is picked for the selected block. */
export function readPostContext(
  registry: DataRegistry,
  typedKeywords: TypedKeywords,
): EditedPost | undefined {
  const post_id = findPostId(registry);
  const clientId = registry.select(blockEditorStore).getSelectedBlockClientId();
  const { heading } = findSurroundings(registry, clientId);
  return post_id === null
    ? undefined
    : {
        post_id,
        title: readTitle(registry),
        seo_keywords: readKeywords(registry, typedKeywords).value,
        surroundings: readImageContext({}, { heading }),
      };
}

/** The title is rich text, which contains "&" as "&amp;". */
function readTitle(registry: DataRegistry): string {
  return toPlainText(registry.select(editorStore).getEditedPostAttribute('title'));
}

/**
 * The text of an attachment, such as a featured image, is shared by all posts that show it, so it
 * is in the attachment's language.
 */
export function findLanguage(registry: DataRegistry, { target }: EditorImage): string {
  const own =
    target.type === 'attachment' ? findAttachment(registry, target.attachmentId)?.language : '';
  return own || readLanguage(registry).code;
}
