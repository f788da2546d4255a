import { checkAltText, foldText, type AltTextFinding } from '../../../../shared/alt-text/checks.ts';
import { imageKey, type EditorImage } from './editor-image.ts';
import { toPlainText } from './rich-text.ts';

/** What a text is checked against, beside its image. */
export interface CheckOptions {
  /** A different image has the same text. */
  isRepeat: boolean;
  /** SEO keywords, separated by commas. */
  keywords: string;
  /** Code of the language that the text should be in, as `matchLanguage` returns it. */
  language: string;
}

/**
 * The images that share their alt text with a different image. Takes linear time, because it runs
 * after every letter that the user types.
 */
export function findRepeats(images: EditorImage[]): ReadonlySet<EditorImage> {
  const withAlt = images.filter(({ state, alt }) => state !== 'decorative' && foldText(alt) !== '');
  const imagesByText = new Map<string, Set<number | string>>();
  for (const image of withAlt) {
    const text = foldText(image.alt);
    imagesByText.set(text, (imagesByText.get(text) ?? new Set()).add(imageKey(image)));
  }
  return new Set(withAlt.filter(({ alt }) => (imagesByText.get(foldText(alt))?.size ?? 0) > 1));
}

/** Possible errors in the alt text of an image; none if the alt text cannot be edited. */
export function checkImage(
  { state, alt, caption, isLinked }: EditorImage,
  { isRepeat, keywords, language }: CheckOptions,
): AltTextFinding[] {
  if (state !== 'missing' && state !== 'has-alt') {
    return [];
  }
  return checkAltText(alt, {
    language,
    caption: toPlainText(caption),
    // The check does not need to know which other image has the same text.
    others: isRepeat ? [alt] : [],
    keywords,
    isLinked,
  });
}
