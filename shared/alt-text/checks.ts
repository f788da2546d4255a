import { hasRedundantPhrase, isRefusal } from './phrases.ts';
import { isInWrongScript } from './script.ts';

/** What a text stands beside and is for. */
export interface AltTextSurroundings {
  /** BCP 47 code of the language that the text should be in. */
  readonly language: string;
  readonly caption?: string;
  /** Alt texts of the other pictures of the page. */
  readonly others?: readonly string[];
  /** Comma-separated, as the editor has them. */
  readonly keywords?: string;
  readonly isLinked?: boolean;
  /** Marked as decorative, so that an empty text is right. */
  readonly isDecorative?: boolean;
}

/** Everything that can be found. */
export type AltTextFinding =
  | 'missing'
  | 'linked-without-text'
  | 'too-short'
  | 'long'
  | 'too-long'
  | 'file-name'
  | 'redundant-phrase'
  | 'repeats-caption'
  | 'repeats-other'
  | 'keyword-stuffing'
  | 'wrong-script'
  | 'refusal';

/** WAI sets no length; these are where common checkers warn, and where they object. */
const longLength = 150;
const tooLongLength = 300;

/** A text of this many characters and up may be one word: scripts without spaces have no others. */
const longWord = 15;

type Check = (text: string, surroundings: AltTextSurroundings) => boolean;

const checks: Readonly<Record<Exclude<AltTextFinding, 'missing' | 'linked-without-text'>, Check>> =
  {
    'too-short': (text) => countWords(text) === 1 && text.length < longWord,
    long: (text) => text.length >= longLength && text.length <= tooLongLength,
    'too-long': (text) => text.length > tooLongLength,
    'file-name': looksLikeFileName,
    'redundant-phrase': hasRedundantPhrase,
    'repeats-caption': (text, { caption = '' }) => fold(text) === fold(caption),
    'repeats-other': (text, { others = [] }) => others.some((other) => fold(other) === fold(text)),
    'keyword-stuffing': (text, { keywords = '' }) => isStuffed(text, keywords),
    'wrong-script': (text, { language }) => isInWrongScript(text, language),
    refusal: isRefusal,
  };

/**
 * Everything that is wrong with an alt text, or may be; nothing for a good one. Cheap and the same
 * every time: no model is asked.
 */
export function checkAltText(altText: string, surroundings: AltTextSurroundings): AltTextFinding[] {
  const text = altText.trim();
  if (text === '') {
    if (surroundings.isLinked) return ['linked-without-text'];
    return surroundings.isDecorative ? [] : ['missing'];
  }
  return (Object.keys(checks) as (keyof typeof checks)[]).filter((name) =>
    checks[name](text, surroundings),
  );
}

function countWords(text: string): number {
  return text.split(/\s+/).length;
}

/** `photo.jpg`, `IMG_2034`, `DSC00012`, `summer_party_final`: what cameras and folders call pictures. */
function looksLikeFileName(text: string): boolean {
  return (
    /\.(?:jpe?g|png|gif|webp|avif|tiff?|svg|heic|bmp)$/i.test(text) ||
    /^(?:img|dsc[fn]?|pict?|image|photo|screenshot|dcim|mvimg|pxl)[\s_-]*\d{2,}/i.test(text) ||
    (!/\s/.test(text) && /_|(?:-[^-]+){2,}/.test(text))
  );
}

/** A keyword twice, or nothing but a list. */
function isStuffed(text: string, keywords: string): boolean {
  const folded = fold(text);
  const isTwice = keywords
    .split(',')
    .map(fold)
    .filter((keyword) => keyword.length > 2)
    .some((keyword) => folded.split(keyword).length > 2);
  const parts = text.split(/[,،、，]/);
  return isTwice || (parts.length > 3 && parts.every((part) => countWords(part.trim()) <= 2));
}

/** Alike but for case, spaces and the punctuation at the end. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\s.!。！]+$/u, '')
    .trim();
}
