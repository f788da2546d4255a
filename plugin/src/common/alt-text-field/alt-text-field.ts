import type { AltTextSurroundings, TranslatedText } from '../../../../shared/alt-text/checks.ts';
import type { ImageNames } from '../../../../shared/alt-text/file-name.ts';
import type { GeneratedAltText, Result } from '../api.ts';
import { type ImageChange, type LibraryImage, changeImage } from '../images-api.ts';

/** Data about an image from PHP. */
export interface KnownImage extends ImageNames {
  /** Code of the language that the text should be in. It may be a locale. */
  readonly language: string;
  /** Texts of older translations of the image. */
  readonly olderTexts: readonly TranslatedText[];
  /** Its text when the page was loaded, if another image of the media library has the same one. */
  readonly others?: readonly string[];
  /** Number of posts that its text was filled into. */
  readonly filledPosts: number;
  /** When the page was loaded, its text was generated and no person had read it. */
  readonly isUnread?: boolean;
}

/** A field for the alt text of one image: WordPress's own, a cell of the list, or an image in a content. */
export interface AltTextField extends KnownImage {
  /** The same for all fields of one text, so a result finds its image after Next and Previous. */
  readonly key: string;
  /** 0 for an image outside the media library. */
  readonly attachmentId: number;
  /** `write` only resolves once the text is stored in the media library. */
  readonly isStored: boolean;
  /** It is the text of the media library, but may not be stored until the screen is saved. */
  readonly isOfLibrary: boolean;
  /** The current text, as shown on the screen. */
  read: () => string;
  /**
   * Writes a text to WordPress's own storage. Resolves with the stored text; null if that failed.
   * `isDecorative` marks the image, whose text is then ''.
   */
  write: (text: string, isDecorative?: boolean) => Promise<string | null>;
  /** Calls back whenever the text on the screen changes. Returns a function that unsubscribes. */
  watch: (onChange: () => void) => () => void;
  /** Only for a field that belongs to a post. */
  readonly inPost?: PostField;
}

/** A text that was written to a field, and where it comes from. */
export interface WrittenText {
  text: string;
  /** Null for a text that the user wrote. */
  generated: { model: string; prompt: string } | null;
  /** A person has applied or edited it. */
  isRead: boolean;
  /** The suggestion on the site that it decides; 0 if there is none. */
  suggestionId: number;
}

/** The further parts of a field for an image that is listed with the others of a post. */
export interface PostField {
  /** Number of the image in the post, from 1. */
  readonly number: number;
  /** Requests a text with the context of the post. */
  request: (options: { regenerate: boolean; hint?: string }) => Promise<Result<GeneratedAltText>>;
  /** True if the image was removed from the post. */
  isGone: () => boolean;
  /** Tells the user that a text arrived for a removed image. */
  onGone: () => void;
  /** Notes where the new text comes from. */
  onWritten: (written: WrittenText) => void;
  /** Generated texts are held until the user applies them. */
  readonly isReviewed: boolean;
  /** The context of the checks. */
  readonly surroundings: Omit<AltTextSurroundings, 'language' | 'translations'>;
}

/**
 * Changes the text of an image in the media library, '' to remove it, or its decorative mark. Does
 * not save like WordPress's own field, which cuts texts at "<" and leaves an empty row. Resolves
 * like `AltTextField.write`.
 */
export async function storeChange(id: number, changed: ImageChange): Promise<string | null> {
  return (await storeImage(id, changed))?.alt_text ?? null;
}

/** The same, but resolves with the changed image. */
export async function storeImage(id: number, changed: ImageChange): Promise<LibraryImage | null> {
  const first = await changeImage(id, changed);
  // WordPress may still be saving text typed just before.
  const isEarly = !first.ok && first.error.code === 'altscribe_text_changed';
  const result = isEarly ? await changeImage(id, changed) : first;
  return result.ok ? result.value : null;
}
