import { languageCodes } from './language-codes.ts';

const byTag = new Map(languageCodes.map((code) => [code.toLowerCase(), code]));

/**
 * Tags that have another name in the list. Chinese is distinguished by script; these give the
 * script for tags that name a region, or the nearest region that the list has.
 */
export const sameAs: Readonly<Record<string, string>> = {
  'zh-hans': 'zh-cn',
  'zh-sg': 'zh-cn',
  'zh-hant': 'zh-tw',
  'zh-mo': 'zh-hk',
  'zh-hant-hk': 'zh-hk',
  'zh-hant-mo': 'zh-hk',
  // Written in Arabic script in Pakistan.
  'pa-pk': 'pa-arab',
  'pt-ao': 'pt-pt',
  'en-nz': 'en-gb',
  'en-za': 'en-gb',
  // Languages for which WordPress uses its own codes: `bal` is Catalan (Balear).
  'me-me': 'sr-latn',
  'sr-rs-latin': 'sr-latn',
  gax: 'om',
  bal: 'ca',
  'bal-pk': 'bal-arab',
  'bal-ir': 'bal-arab',
  bcc: 'bal-arab',
  bgn: 'bal-arab',
  'art-xemoji': 'en',
  'art-xpirate': 'en',
};

/**
 * Finds the code of the language for a given code: the exact code, then the same with subtags
 * dropped from the end (`de_DE_formal`, `de-DE`, `de`), then its current name (`iw` is `he`), then
 * English. Case is ignored, and `_` counts as `-`, because WordPress sends `pt_BR`.
 */
export function matchLanguage(code: string): string {
  return findLanguageCode(code) ?? 'en';
}

/** Like `matchLanguage`, but returns nothing if there is no such language. */
export function findLanguageCode(code: string): string | undefined {
  const tag = code.trim().replaceAll('_', '-').toLowerCase();
  const primary = tag.split('-', 1)[0] ?? '';
  return findWithFewerSubtags(tag) ?? findWithFewerSubtags(canonical(primary));
}

function findWithFewerSubtags(tag: string): string | undefined {
  for (let rest = tag; rest !== ''; rest = rest.slice(0, Math.max(rest.lastIndexOf('-'), 0))) {
    const code = byTag.get(sameAs[rest] ?? rest);
    if (code) return code;
  }
  return undefined;
}

function canonical(tag: string): string {
  try {
    return (Intl.getCanonicalLocales(tag)[0] ?? '').toLowerCase();
  } catch {
    return '';
  }
}
