import { splitWords } from './words.ts';

/** Separators of keywords. Of these, only commas also separate parts of sentences. */
export const separators = /[,،、，・;；|•·]|\s\/\s/;
export const commas = /[,،、，・]/;

/** A list after a dash: "A red bicycle — bike, shop, cheap". */
export const dash = /\s[-–—|]\s/;

/** English words that connect a phrase; keywords are seldom phrases. */
export const joining = /^(?:an?|the|of|in|on|at|to|for|from|with|by|and|or|is|are|as)$/i;

/** "Keywords: bicycle, shop". */
export const keywordLabel = /^(?:keywords?|tags?|seo)\s*:/i;

export const hashtag = /(?:^|\s)#[\p{L}\p{N}_]+/gu;

/** The introduction of a list: "Steps:". */
export const introducing = /^[^,،、，・;；|•·]*[:：]/;

/** The maximum number of words in a part of a list of keywords; longer parts are clauses. */
export const longestPart = 7;

/**
 * A word that occurs less often than once in this many words is an ordinary word of a long text.
 */
export const wordsPerRepetition = 8;

/** Whether something occurs often enough among the words of a text to be repeated for its own sake. */
export function isDense(times: number, words: number): boolean {
  return times * wordsPerRepetition >= words;
}

/** German articles of four letters, as common as "a". */
export const longArticle = /^eine[mnrs]?$/;

/**
 * Whether a text is a list of keywords, or has one after a dash; in any language, by its structure.
 */
export function isKeywordList(text: string, language: string): boolean {
  if (keywordLabel.test(text)) return true;
  if ((text.match(hashtag)?.length ?? 0) > 1) return true;
  const behindDash = text.split(dash).slice(1).join(', ');
  return isList(text, language, 4) || isList(behindDash, language, 3) || saysPairThrice(text);
}

/**
 * Whether most parts of a text are short or all share a word, and no conjunction joins the last
 * one, as in sentences.
 * @param least number of short parts that make a list; three do if two share a word
 */
function isList(text: string, language: string, least: number): boolean {
  const introduction = introducing.exec(text)?.[0];
  const parts = text.slice(introduction?.length).split(separators);
  if (introduction !== undefined) parts.unshift(introduction);
  if (parts.length < 3) return false;
  if (isJoined(parts.at(-1) ?? '', language)) return false;
  const sharing = countPartsSharingAWord(parts);
  const areShort = parts.every((part) => splitWords(part, language).length <= longestPart);
  if (sharing === parts.length && areShort) return true;
  const repeats = sharing > 1;
  const hasCommas = commas.test(text);
  // A list after a colon has a purpose, and a few names say who or where it is.
  const areNames = hasCommas && parts.length < 5 && parts.every((part) => /^\s*\p{Lu}/u.test(part));
  if (!repeats && (introduction !== undefined || areNames)) return false;
  const longest = repeats || parts.length > 5 ? 3 : 2;
  const short = parts.filter((part) => isShort(part, language, longest)).length;
  return short >= (repeats || !hasCommas ? 3 : least) && short >= parts.length * 0.75;
}

/**
 * How many parts share the most common word. Articles don't count: they have at most three letters,
 * except in German.
 */
function countPartsSharingAWord(parts: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of parts.flatMap((part) => [...new Set(wordsBetweenSpaces(part))])) {
    if (word.length < 4 || longArticle.test(word)) continue;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

/** A keyword has few words, and in English it is not a phrase. A year isn't a keyword. */
function isShort(part: string, language: string, longest: number): boolean {
  const words = splitWords(part, language);
  if (words.length === 0 || /\p{N}/u.test(part)) return false;
  if (!/^en\b/i.test(language)) return words.length <= longest;
  return words.length <= 3 && !words.some((word) => joining.test(word));
}

/** Whether the last part of a list contains an "and" or "or" of the language. */
function isJoined(lastPart: string, language: string): boolean {
  return (['conjunction', 'disjunction'] as const).some((type) => {
    const [, literal] = new Intl.ListFormat(language, { type }).formatToParts(['x', 'y']);
    return literal !== undefined && ` ${lastPart}`.includes(literal.value);
  });
}

/** Whether the same two long words occur together three times, which only long texts do. */
function saysPairThrice(text: string): boolean {
  const words = wordsBetweenSpaces(text);
  const counts = new Map<string, number>();
  for (const [index, word] of words.slice(1).entries()) {
    const before = words[index] ?? '';
    const pair = `${before} ${word}`;
    if (Math.min(before.length, word.length) > 3) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  return most >= 3 && isDense(most, words.length);
}

/** Lower-case words of scripts that put spaces between words. */
function wordsBetweenSpaces(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
}
