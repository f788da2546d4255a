import { __, sprintf } from '@wordpress/i18n';
import { checkAltText, foldText, type AltTextFinding } from '../../../../shared/alt-text/checks.ts';
import { isFault } from '../../../../shared/alt-text/hints.ts';
import { matchLanguage } from '../../../../shared/match-language.ts';
import { type ImageKey } from './alt-text-target.ts';
import { imageKey } from './image-key.ts';
import type { EditorImage } from './editor-image.ts';
import { findingName, findingsText } from '../../common/findings.ts';
import { formatList } from '../../common/format.ts';
import { type Surroundings, toNearbyTexts, toPlainText } from '../../common/image-context.ts';
import { readFileName } from '../../common/url-file-name.ts';

/** The context that a text is checked against, besides its image. */
export interface CheckOptions {
  /** A different image has the same text. */
  isRepeat: boolean;
  /** SEO keywords, separated by commas. */
  keywords: string;
  /** Code of the language that the text should be in. It may be a locale. */
  language: string;
  /** The text around the image. */
  around: Surroundings | undefined;
}

interface Texts {
  /** The images with each text, by the result of `foldText`. */
  keys: ReadonlyMap<string, ReadonlySet<ImageKey>>;
  repeats: ReadonlySet<EditorImage>;
}

/** By the list of all images, which is a new one only when an image changes. */
const known = new WeakMap<readonly EditorImage[], Texts>();

/**
 * The images that share their alt text with a different image. Computed once per list, however many
 * components ask and whatever is typed into a suggestion.
 */
export function findRepeats(images: readonly EditorImage[]): ReadonlySet<EditorImage> {
  return readTexts(images).repeats;
}

/** True if a different image than this one has the text. */
export function isTextOfAnother(
  images: readonly EditorImage[],
  image: EditorImage,
  text: string,
): boolean {
  const keys = readTexts(images).keys.get(foldText(text));
  return keys !== undefined && keys.size > (keys.has(imageKey(image)) ? 1 : 0);
}

function readTexts(images: readonly EditorImage[]): Texts {
  const texts = known.get(images) ?? findTexts(images);
  known.set(images, texts);
  return texts;
}

function findTexts(images: readonly EditorImage[]): Texts {
  const folded = images
    .filter(({ state }) => state !== 'decorative')
    .map((image) => ({ image, text: foldText(image.alt) }))
    .filter(({ text }) => text !== '');
  const keys = new Map<string, Set<ImageKey>>();
  for (const { image, text } of folded) {
    keys.set(text, (keys.get(text) ?? new Set()).add(imageKey(image)));
  }
  const repeated = folded.filter(({ text }) => (keys.get(text)?.size ?? 0) > 1);
  return { keys, repeats: new Set(repeated.map(({ image }) => image)) };
}

/** Possible errors in the alt text of an image; none if the alt text cannot be edited. */
export function checkImage(
  { state, alt, caption, isLinked, url, libraryTitle, olderTexts }: EditorImage,
  { isRepeat, keywords, language, around }: CheckOptions,
): AltTextFinding[] {
  if (state !== 'missing' && state !== 'has-alt') {
    return [];
  }
  return checkAltText(alt, {
    language: matchLanguage(language),
    caption: toPlainText(caption),
    nearby: toNearbyTexts(caption, around),
    // Which other image has the same text does not matter to the check.
    others: isRepeat ? [alt] : [],
    keywords,
    isLinked,
    fileName: readFileName(url),
    ...(libraryTitle && { title: libraryTitle }),
    ...(olderTexts && { translations: olderTexts }),
  });
}

/** The findings for a text in words. Before one that no person has checked, that state is shown. */
export function describe(
  findings: AltTextFinding[],
  isUnread: boolean,
): { isGood: boolean; text: string; more: string } {
  const isGood = !isUnread && !findings.some(isFault);
  const [first] = findings;
  const others = findings.slice(isUnread ? 0 : 1).map(findingName);
  const hintText = first ? findingsText(findings) : '';
  const alsoText =
    others.length === 0
      ? ''
      : sprintf(
          /* translators: %s: what else was found in an alt text: "very long and only one word". */
          __('Also: %s', 'altscribe'),
          formatList(others),
        );
  return {
    isGood,
    text: isGood || !first ? __('No problems found', 'altscribe') : findingsText([first]),
    more: isGood ? hintText : alsoText,
  };
}
