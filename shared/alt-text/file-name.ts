import { splitWords } from './words.ts';

export const fileNames = [
  /\.(?:jpe?g|png|gif|webp|avif|tiff?|svg|heic|bmp)$/i,
  /^(?:img|dsc[fn]?|pict?|image|photo|screenshot|dcim|mvimg|pxl)[\s_-]*\d{2,}/i,
  /^(?!.*\s).*(?:_|(?:-[^-]+){2})/s,
];

/** The suffixes that WordPress, browsers and systems add to file names: sizes, edits, copies. */
export const nameSuffix =
  /(?:[-_ ]+(?:\d+x\d+|scaled|rotated|e\d{10,}|\d{1,3})|[-_ ]*\(\d{1,3}\))$/i;

/** The longest file name that systems allow, in UTF-16 code units. */
export const maxNameLength = 255;

/** Longer titles are descriptions, unless the file has the same name. */
export const longestTitle = 4;

/** More than one ordinary word, although no space separates them: "boats12", "RedHibiscusCloseup". */
export const severalInOne = /\p{N}|(?:\p{Ll}\p{Lu}.*){2}/su;

/** Letters that Unicode does not decompose, as they are written in names of files. */
export const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'a', œ: 'o', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ς: 'σ' },
  // WordPress replaces ä, ö and ü with either two letters or one.
  ...{ ae: 'a', oe: 'o', ue: 'u' },
};

/** The names that an image has without its alt text. */
export interface ImageNames {
  /** Name of its file, without folders. */
  readonly fileName?: string;
  /** Its title in the media library, which is usually made from the file's name. */
  readonly title?: string;
}

/**
 * `photo.jpg`, `IMG_2034`, `summer_party_final`: names that cameras and people give to images; or
 * the words of the image's own name. A single ordinary word is not a name: an image of a windmill
 * may be called `windmill.jpg`.
 */
export function isFileName(
  text: string,
  { fileName = '', title = '', language }: ImageNames & { readonly language: string },
): boolean {
  if (fileNames.some((pattern) => pattern.test(text))) return true;
  const own = compact(text);
  const isOneWord = splitWords(text, language).length < 2 && !severalInOne.test(text);
  if (own === '' || isOneWord) return false;
  const names = listNames(fileName.replace(/\.[a-z\d]{2,5}$/i, ''));
  if (splitWords(title, language).length <= longestTitle) names.push(title);
  return names.some((name) => compact(name) === own);
}

/** A name, and the same without each of its suffixes. */
function listNames(name: string): string[] {
  const shorter = name.replace(nameSuffix, '');
  return shorter === name ? [name] : [name, ...listNames(shorter)];
}

/** The letters and digits of a text, without case and accents. */
function compact(text: string): string {
  let plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '');
  for (const [letter, written] of Object.entries(plainLetters)) {
    plain = plain.replaceAll(letter, written);
  }
  return plain;
}
