import type { DataRegistry } from '@wordpress/data';
import type { WriteTo } from '../../common/api.ts';
import {
  listContextParts,
  type ContextPart,
  type Surroundings,
} from '../../common/image-context.ts';
import { findFetchableUrl } from '../../common/image-url.ts';
import { listSurroundings } from '../image-blocks/surroundings.ts';
import { findClientId, targetKey, type ImageKey } from './alt-text-target.ts';
import { canEditAttachment, findAttachment, isAddressOf, type Attachment } from './attachments.ts';
import type { EditorImage } from './editor-image.ts';
import { findLanguage } from './generate-request.ts';
import { isLanguageOfPost } from './language.ts';

/** A place of the post that needs a text. */
export interface Place {
  image: EditorImage;
  /**
   * The image that is sent: its id, or its URL if the id belongs to another image. Null if it
   * cannot be read. See `altscribe_get_target()` in PHP.
   */
  file: ImageKey | null;
  language: string;
  /** Empty if no other place shows the image. */
  context: readonly ContextPart[];
  /** Its text is saved only in the media library, which has one for each image. */
  isSavedToLibrary: boolean;
}

/** The places of these images. `writeTo`: where their texts are saved. */
export function listPlaces(
  registry: DataRegistry,
  images: readonly EditorImage[],
  writeTo: WriteTo,
): Place[] {
  const files = images.map((image) => findFile(registry, image));
  const isRepeated = (file: ImageKey | null) => files.indexOf(file) !== files.lastIndexOf(file);
  const ids = images.map(({ target }) => findClientId(target));
  const surroundings = listSurroundings(
    registry,
    ids.filter((_id, index) => isRepeated(files[index] ?? null)),
  );
  return images.map((image, index) => {
    const file = files[index] ?? null;
    const around = isRepeated(file) ? surroundings.get(ids[index] ?? null) : undefined;
    return {
      image,
      file,
      language: findLanguage(registry, image),
      context: around ? readContext(image, around) : [],
      isSavedToLibrary:
        writeTo === 'library' &&
        isFreeInLibrary(registry, image) &&
        canEditAttachment(registry, image.attachmentId ?? 0),
    };
  });
}

function readContext(image: EditorImage, surroundings: Surroundings): ContextPart[] {
  try {
    return listContextParts(image, surroundings);
  } catch {
    // Other plugins may interfere with the rich texts. The request for the image says so.
    return [['', targetKey(image.target)]];
  }
}

function findFile(registry: DataRegistry, { attachmentId, url }: EditorImage): ImageKey | null {
  const attachment = attachmentId === null ? undefined : findAttachment(registry, attachmentId);
  if (attachment && (url === '' || isAddressOf(attachment, url))) {
    return attachment.id;
  }
  return findFetchableUrl(url) ?? attachmentId;
}

/**
 * True if the text of an image may be saved in the media library, for a user who may edit it there:
 * it has none yet, and is in the language of the post. A text or mark in the library is a
 * deliberate decision.
 */
export function isFreeInLibrary(
  registry: DataRegistry,
  { attachmentId, url, target }: EditorImage,
): boolean {
  const attachment = attachmentId === null ? undefined : findAttachment(registry, attachmentId);
  return (
    attachment !== undefined &&
    isFree(attachment) &&
    (target.type === 'attachment' ||
      (isAddressOf(attachment, url) && isLanguageOfPost(registry, attachment.language)))
  );
}

/** True if an attachment has neither a text nor a mark. */
export function isFree({ alt, isDecorative }: Pick<Attachment, 'alt' | 'isDecorative'>): boolean {
  return alt.trim() === '' && !isDecorative;
}
