import { checkAltText, foldText, type AltTextFinding } from '../../../shared/alt-text/checks.ts';
import { findLanguage } from '../../../shared/languages.ts';
import { editorBootData } from '../common/boot-data.ts';
import { shownImage, type EditorImage } from './editor-image.ts';
import { toPlainText } from './image-context.ts';

/** What alt text is written in; PHP may have a locale of WordPress: `de_DE_formal`. */
const { code: language } = findLanguage(editorBootData.language);

/**
 * The images that share their alt text with a different image. One look at each, as a comparison
 * of all with all would be too slow for every letter typed.
 */
export function findRepeats(images: EditorImage[]): ReadonlySet<EditorImage> {
  const described = images.filter(
    ({ state, alt }) => state !== 'decorative' && foldText(alt) !== '',
  );
  const shownWith = new Map<string, Set<number | string>>();
  for (const image of described) {
    const text = foldText(image.alt);
    shownWith.set(text, (shownWith.get(text) ?? new Set()).add(shownImage(image)));
  }
  return new Set(described.filter(({ alt }) => (shownWith.get(foldText(alt))?.size ?? 0) > 1));
}

/** What is wrong with the alt text of an image, or may be; nothing where it cannot be edited. */
export function checkImage(
  { state, alt, caption, isLinked }: EditorImage,
  { isRepeat, keywords }: { isRepeat: boolean; keywords: string },
): AltTextFinding[] {
  if (state !== 'missing' && state !== 'described') {
    return [];
  }
  return checkAltText(alt, {
    language,
    caption: toPlainText(caption),
    // Which other image has the text does not matter.
    others: isRepeat ? [alt] : [],
    keywords,
    isLinked,
  });
}
