import { matchLanguage } from '../match-language.ts';
import { checkEmptyText } from './empty.ts';
import { isFileName, maxNameLength, type ImageNames } from './file-name.ts';
import { isInferred } from './inferred.ts';
import { isDense, isKeywordList } from './keyword-list.ts';
import { findRepeatedPlace, type NearbyTexts } from './nearby.ts';
import { hasRedundantPhrase, isRefusal } from './phrases.ts';
import { isInWrongScript } from './script.ts';
import { isVague } from './vague.ts';
import { splitWords } from './words.ts';

/** The alt text of a translation of the image. */
export interface TranslatedText {
  readonly text: string;
  /** Any code that `matchLanguage` accepts. */
  readonly language: string;
}

/** The context and purpose of an alt text. */
export interface AltTextSurroundings extends ImageNames {
  /** BCP 47 code of the language that the text should be in. */
  readonly language: string;
  readonly caption?: string;
  /** The other texts beside the image. */
  readonly nearby?: NearbyTexts;
  /** Alt texts of the other images of the page. */
  readonly others?: readonly string[];
  /** Alt texts of older translations of the image, which plugins copy into newer ones. */
  readonly translations?: readonly TranslatedText[];
  /** Comma-separated, as in the editor. */
  readonly keywords?: string;
  /**
   * The only content of a link or a button: one word like "Search" is enough, and an empty text is
   * an error.
   */
  readonly isLinked?: boolean;
  /** Marked as decorative, so an empty text is right. */
  readonly isDecorative?: boolean;
}

/** All kinds of findings. */
export type AltTextFinding =
  | 'missing'
  | 'linked-without-text'
  | 'vague'
  | 'too-short'
  | 'single-word'
  | 'long'
  | 'too-long'
  | 'file-name'
  | 'redundant-phrase'
  | 'sounds-inferred'
  | 'repeats-caption'
  | 'repeats-nearby'
  | 'repeats-other'
  | 'keyword-stuffing'
  | 'wrong-language'
  | 'wrong-script'
  | 'refusal';

/**
 * WAI sets no maximum length. Common checkers warn at the first one, and report an error at the
 * second.
 */
export const longLength = 150;
export const tooLongLength = 300;

/** How much of each text is read, in UTF-16 code units: a longer one is too long anyway. */
export const maxReadLength = 1_000;

const cut = (text: string) => text.slice(0, maxReadLength);

type Check = (text: string, surroundings: AltTextSurroundings) => boolean;

/** Most serious first. */
const checks: Readonly<Record<Exclude<AltTextFinding, 'missing' | 'linked-without-text'>, Check>> =
  {
    // Other problems of a text in the wrong language don't matter.
    'wrong-language': isCopied,
    refusal: isRefusal,
    'wrong-script': (text, { language }) => isInWrongScript(text, language),
    'file-name': isFileName,
    'repeats-caption': (text, { caption = '' }) => isAlike(text, caption),
    'repeats-nearby': repeatsNearby,
    'repeats-other': (text, { others = [] }) => others.some((other) => isAlike(text, other)),
    'keyword-stuffing': isStuffed,
    'too-long': (text) => text.length > tooLongLength,
    vague: (text, { language, isLinked = false }) =>
      isVague(text, splitWords(text, language), isLinked),
    'too-short': (text, surroundings) =>
      splitWords(text, surroundings.language).length <= (surroundings.isLinked ? 0 : 1) &&
      !isSingleNoun(text, surroundings),
    'redundant-phrase': hasRedundantPhrase,
    'sounds-inferred': isInferred,
    long: (text) => text.length >= longLength && text.length <= tooLongLength,
    'single-word': isSingleNoun,
  };

/**
 * Lists all errors, warnings and hints for an alt text, most serious first; empty for a good one. It
 * is cheap and deterministic, and asks no model.
 */
export function checkAltText(altText: string, surroundings: AltTextSurroundings): AltTextFinding[] {
  const text = cut(altText.trim());
  if (text === '') return checkEmptyText(surroundings);
  const { caption = '', nearby = {}, keywords = '', fileName = '', title = '' } = surroundings;
  const read = {
    ...surroundings,
    caption: cut(caption),
    nearby: Object.fromEntries(Object.entries(nearby).map(([place, words]) => [place, cut(words)])),
    keywords: cut(keywords),
    fileName: fileName.slice(-maxNameLength),
    title: cut(title),
  };
  return (Object.keys(checks) as (keyof typeof checks)[]).filter((name) =>
    checks[name](text, read),
  );
}

/**
 * The text of an older translation, in another language; variants of one language may share a text.
 */
function isCopied(text: string, { language, translations = [] }: AltTextSurroundings): boolean {
  const own = primaryLanguage(language);
  return translations.some(
    (other) => primaryLanguage(other.language) !== own && isAlike(text, other.text),
  );
}

/** The language of a code, without country, script and variant. */
function primaryLanguage(code: string): string {
  return matchLanguage(code).replace(/-.*$/, '');
}

/**
 * A word that may name everything in the image, in scripts with short words, or in other scripts.
 */
export const noun =
  /^(?:[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[\p{L}\p{M}'’-]{3,})$/u;

/** "Windmill", but not "2", "ok" or "Photo". In a link, one word is enough. */
function isSingleNoun(text: string, { language, isLinked = false }: AltTextSurroundings): boolean {
  const words = splitWords(text, language);
  const [word = ''] = words;
  return !isLinked && words.length === 1 && noun.test(word) && !isVague(text, words, isLinked);
}

/** Never for a link, whose name may well be in the text beside it. */
function repeatsNearby(
  text: string,
  { caption = '', nearby = {}, language, isLinked = false }: AltTextSurroundings,
): boolean {
  const texts = { caption, ...nearby };
  // An equal caption has its own finding.
  return !isLinked && !isAlike(text, caption) && findRepeatedPlace(text, texts, language) !== null;
}

/** A repeated keyword, or a list of keywords. */
function isStuffed(text: string, { keywords = '', language }: AltTextSurroundings): boolean {
  const folded = foldText(text);
  const isTwice = keywords
    .split(',')
    .map(foldText)
    .filter((keyword) => keyword.length > 2)
    .map((keyword) => folded.split(keyword).length - 1)
    .some((times) => times > 1 && isDense(times, splitWords(text, language).length));
  return isTwice || isKeywordList(text, language);
}

/** Equal after normalising, if anything but punctuation is left to compare. */
function isAlike(one: string, other: string): boolean {
  const folded = foldText(one);
  return folded !== '' && folded === foldText(cut(other));
}

/** Normalises case, spaces and the punctuation at the end. */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/(?<![\s.!。！])[\s.!。！]+$/u, '')
    .trim();
}
