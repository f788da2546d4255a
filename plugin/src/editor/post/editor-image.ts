import type { DataRegistry } from '@wordpress/data';
import type { TranslatedText } from '../../../../shared/alt-text/checks.ts';
import type { Lock } from '../image-blocks/bindings.ts';
import type { BlockImage, ImageKind } from '../image-blocks/image-block.ts';
import { editorBootData } from '../boot-data.ts';
import { type AltTextTarget, targetKey } from './alt-text-target.ts';
import { type Attachment, findAttachment, isAddressOf } from './attachments.ts';
import { isLanguageOfPost } from './current-post.ts';

export type { ImageKind, Lock };
export { imageKey } from './image-key.ts';

/** An image of the post. */
export interface EditorImage extends Omit<
  BlockImage,
  'isUploading' | 'isDecorative' | 'hasLightbox'
> {
  /** The target of its alt text. */
  target: AltTextTarget;
  kind: ImageKind;
  /** Name of the block that holds it, or of its position, such as "Cover" or "Featured image". */
  title: string;
  /** Position among the images of the post, from 1. */
  number: number;
  /** Title of the block that contains it; empty at the top level. */
  container: string;
  state: ImageState;
  /** Null if the alt text can be edited here. */
  lock: Lock | null;
  /** It is in a synced pattern and has no text. Only the pattern's own editor can add one. */
  isMissingInPattern?: true;
  /** It is in a query, which repeats it for each post that it finds. */
  isReadOnly: boolean;
  /**
   * For an image without a text, the media library's text in the language of the post, or else that
   * in the metadata of its file; null if there is none or it is not known.
   */
  libraryText: string | null;
  /** That text is in the metadata of the file. */
  isTextInFile?: boolean;
  /** Code of the language of the media library's text, if there is only one in another language. */
  libraryLanguage?: string;
  /** Its title in the media library, if the post had it when the editor was opened. */
  libraryTitle?: string;
  /** For an image with a text, the texts of its older translations; only if there are any. */
  olderTexts?: readonly TranslatedText[];
  decorative: DecorativeChoice;
  /** `targetKey` of the featured image, if a block shows it; else null. */
  pointsTo: string | null;
}

/** The data about an image before its position in the list is known. */
export interface FoundImage {
  image: BlockImage;
  target: AltTextTarget;
  kind: ImageKind;
  title: string;
  container: string;
  lock: Lock | null;
  isBound?: boolean;
  /** It cannot be marked as decorative, because the mark would apply to several images. */
  hasNoMark?: boolean;
  /** Set if it differs from the block of the alt text. */
  state?: 'html' | 'decorative' | 'pointer';
}

/** True if the image can get an alt text here. */
export function hasControls({ state }: EditorImage): boolean {
  return state === 'missing' || state === 'has-alt' || state === 'uploading';
}

/** The inputs for an image. Equal inputs return the same object. */
interface Made {
  found: FoundImage;
  number: number;
  libraryText: string | null;
  libraryLanguage: string | undefined;
  olderTexts: readonly TranslatedText[] | undefined;
  result: EditorImage;
}

/** By the images of blocks, which are new objects after every change of their block. */
const made = new WeakMap<BlockImage, Made>();

/** `number`: its position in the post, from 1. */
export function toEditorImage(
  registry: DataRegistry,
  found: FoundImage,
  number: number,
): EditorImage {
  const { image, lock } = found;
  const state = found.state ?? toState(image, lock);
  const isAsked = state === 'missing' || (state === 'has-alt' && editorBootData.isTranslated);
  const attachment = isAsked ? findOwnAttachment(registry, image) : undefined;
  const texts = state === 'missing' && attachment ? listTexts(attachment) : [];
  const own = texts.find(({ language }) => isLanguageOfPost(registry, language));
  const inFile = texts.length > 0 ? undefined : findFileText(registry, attachment);
  const libraryText = own?.text ?? inFile ?? null;
  const libraryLanguage = own ? undefined : texts[0]?.language;
  const olderTexts = attachment?.olderTexts;
  const last = made.get(image);
  if (
    last?.number === number &&
    last.libraryText === libraryText &&
    last.libraryLanguage === libraryLanguage &&
    last.olderTexts === olderTexts &&
    isSame(last.found, found)
  ) {
    return last.result;
  }
  const { target, kind, title, container } = found;
  const libraryTitle = editorBootData.attachments[image.attachmentId ?? 0]?.title;
  const result = {
    url: image.url,
    attachmentId: image.attachmentId,
    alt: image.alt,
    caption: image.caption,
    isLinked: image.isLinked,
    linkTarget: image.linkTarget,
    linkText: image.linkText,
    showsLibraryText: image.showsLibraryText === true,
    target,
    kind,
    title,
    number,
    container,
    state,
    lock,
    isReadOnly: lock === 'query',
    ...(lock === 'pattern' &&
      image.alt.trim() === '' &&
      !image.isDecorative && { isMissingInPattern: true as const }),
    libraryText,
    ...(inFile !== undefined && { isTextInFile: true as const }),
    ...(libraryLanguage && { libraryLanguage }),
    ...(libraryTitle && { libraryTitle }),
    ...(olderTexts?.length && { olderTexts }),
    decorative: toDecorativeChoice(found, state),
    pointsTo:
      state === 'pointer' && image.attachmentId !== null
        ? targetKey({ type: 'attachment', attachmentId: image.attachmentId })
        : null,
  };
  made.set(image, { found, number, libraryText, libraryLanguage, olderTexts, result });
  return result;
}

function isSame(one: FoundImage, other: FoundImage): boolean {
  return (
    targetKey(one.target) === targetKey(other.target) &&
    one.title === other.title &&
    one.container === other.container &&
    one.lock === other.lock &&
    one.isBound === other.isBound &&
    one.state === other.state
  );
}

/** The texts of an attachment and its translations in the media library. */
function listTexts({ alt, language, translatedTexts }: Attachment): TranslatedText[] {
  return [{ text: alt, language }, ...translatedTexts].filter(({ text }) => text.trim() !== '');
}

/** The text in the metadata of its file, for an image that has none in the media library in any language. */
function findFileText(registry: DataRegistry, attachment: Attachment | undefined) {
  return attachment?.fileTexts.find(({ language }) => isLanguageOfPost(registry, language))?.text;
}

/** The attachment of an image, unless its id belongs to another image. */
function findOwnAttachment(registry: DataRegistry, { attachmentId, url }: BlockImage) {
  const attachment = attachmentId === null ? undefined : findAttachment(registry, attachmentId);
  return attachment && isAddressOf(attachment, url) ? attachment : undefined;
}

export type ImageState =
  | 'missing'
  | 'has-alt'
  | 'decorative'
  | 'uploading'
  | 'locked'
  /** In HTML, which only the user can edit. */
  | 'html'
  /** The featured image, shown by a block: see `pointsTo`. */
  | 'pointer';

/** Whether the decorative mark can be set or removed, and why not. */
export type DecorativeChoice = { can: true } | { can: false; reason: NotDecorativeReason };

export type NotDecorativeReason =
  /** Otherwise the link would have no name. */
  | 'linked'
  /** A click enlarges it, so it acts as a button that needs a name. */
  | 'lightbox'
  | 'locked'
  | 'uploading'
  | 'html'
  /** Its alt text is that of the featured image. */
  | 'pointer'
  /** Its block has several images and no mark for each. */
  | 'several';

/** The state of an image whose alt text the editor can write. */
export function toState(image: BlockImage, lock: Lock | null): ImageState {
  if (image.isUploading) {
    return 'uploading';
  }
  if (lock) {
    return 'locked';
  }
  if (image.isDecorative) {
    return 'decorative';
  }
  return image.alt.trim() === '' ? 'missing' : 'has-alt';
}

/** One shared object, which is quicker to compare. */
const can: DecorativeChoice = { can: true };

/**
 * `isBound`: the alt text is bound to a source, which cannot store a mark. `hasNoMark`: its block
 * cannot store a mark for it.
 */
export function toDecorativeChoice(
  {
    image,
    kind,
    isBound,
    hasNoMark,
  }: { image: BlockImage; kind: ImageKind; isBound?: boolean; hasNoMark?: boolean },
  state: ImageState,
): DecorativeChoice {
  if (kind === 'html') {
    return { can: false, reason: 'html' };
  }
  if (isBound) {
    return { can: false, reason: 'locked' };
  }
  switch (state) {
    case 'decorative':
      return can;
    case 'missing':
    case 'has-alt':
      if (image.isLinked) {
        return { can: false, reason: 'linked' };
      }
      if (image.hasLightbox) {
        return { can: false, reason: 'lightbox' };
      }
      return hasNoMark ? { can: false, reason: 'several' } : can;
    default:
      return { can: false, reason: state };
  }
}
