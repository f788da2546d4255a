import { splitWords } from './words.ts';

/** What keywords are put between. Of these, only commas separate parts of sentences, too. */
export const separators = /[,،、，・;；|•·]|\s\/\s/;
export const commas = /[,،、，・]/;

/** A list behind a dash: "A red bicycle — bike, shop, cheap". */
export const dash = /\s[-–—|]\s/;

/** English words that join others to a phrase; keywords are seldom phrases. */
export const joining = /^(?:an?|the|of|in|on|at|to|for|from|with|by|and|or|is|are|as)$/i;

/** "Keywords: bicycle, shop". */
export const keywordLabel = /^(?:keywords?|tags?|seo)\s*:/i;

export const hashtag = /(?:^|\s)#[\p{L}\p{N}_]+/gu;

/** What comes before a list: "Steps:". */
export const introducing = /^[^,،、，・;；|•·]*[:：]/;

/** Of four letters, but as common as "a". */
export const longArticle = /^eine[mnrs]?$/;

/** Whether a text is keywords, or has a list of them behind a dash; in any language, by its structure. */
export function isKeywordList(text: string, language: string): boolean {
  if (keywordLabel.test(text)) return true;
  if ((text.match(hashtag)?.length ?? 0) > 1) return true;
  const behindDash = text.split(dash).slice(1).join(', ');
  return isList(text, language, 4) || isList(behindDash, language, 3) || saysPairThrice(text);
}

/**
 * Whether most parts of a text are short or all share a word, and nothing joins the last one to the
 * others, as in sentences.
 * @param least number of short parts that make a list; three do where two share a word
 */
function isList(text: string, language: string, least: number): boolean {
  const introduction = introducing.exec(text)?.[0];
  const parts = text.slice(introduction?.length).split(separators);
  if (introduction !== undefined) parts.unshift(introduction);
  if (parts.length < 3) return false;
  if (isJoined(parts.at(-1) ?? '', language)) return false;
  const sharing = countPartsSharingAWord(parts);
  if (sharing === parts.length) return true;
  const repeats = sharing > 1;
  const hasCommas = commas.test(text);
  // What a colon introduces is a list with a purpose; a few names say who or where it is.
  const areNames = hasCommas && parts.length < 5 && parts.every((part) => /^\s*\p{Lu}/u.test(part));
  if (!repeats && (introduction !== undefined || areNames)) return false;
  const longest = repeats || parts.length > 5 ? 3 : 2;
  const short = parts.filter((part) => isShort(part, language, longest)).length;
  return short >= (repeats || !hasCommas ? 3 : least) && short >= parts.length * 0.75;
}

/**
 * How many parts have the word that most of them have. Articles do not count: they have three
 * letters at most, but for German ones.
 */
function countPartsSharingAWord(parts: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of parts.flatMap((part) => [...new Set(wordsBetweenSpaces(part))])) {
    if (word.length < 4 || longArticle.test(word)) continue;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

/** A keyword has few words; English ones are no phrase. A year is none. */
function isShort(part: string, language: string, longest: number): boolean {
  const words = splitWords(part, language);
  if (words.length === 0 || /\p{N}/u.test(part)) return false;
  if (!/^en\b/i.test(language)) return words.length <= longest;
  return words.length <= 3 && !words.some((word) => joining.test(word));
}

/** Whether there is an "and" or "or" of the language in the last part of a list. */
function isJoined(lastPart: string, language: string): boolean {
  return (['conjunction', 'disjunction'] as const).some((type) => {
    const [, literal] = new Intl.ListFormat(language, { type }).formatToParts(['x', 'y']);
    return literal !== undefined && ` ${lastPart}`.includes(literal.value);
  });
}

/** Whether two long words stand side by side for the third time: no sentence says a thing so often. */
function saysPairThrice(text: string): boolean {
  const words = wordsBetweenSpaces(text);
  const counts = new Map<string, number>();
  for (const [index, word] of words.slice(1).entries()) {
    const before = words[index] ?? '';
    const pair = `${before} ${word}`;
    if (Math.min(before.length, word.length) > 3) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values()) >= 3;
}

/** Words of scripts that put spaces between them, in small letters. */
function wordsBetweenSpaces(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
}
