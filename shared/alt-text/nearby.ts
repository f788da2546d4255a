import { splitWords } from './words.ts';

/** The places of texts beside an image, in the order in which a repetition is reported. */
export const nearbyPlaces = ['caption', 'link', 'around', 'before', 'after'] as const;

export type NearbyPlace = (typeof nearbyPlaces)[number];

/** Plain text by where it is: `link` are the other words of the link around the image. */
export type NearbyTexts = Readonly<Partial<Record<NearbyPlace, string>>>;

/** Scripts without spaces between words. Their words are short, so each one counts. */
export const shortWords = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** A word of other scripts counts from this length: shorter ones are mostly grammar. */
export const leastLetters = 4;

/** Fewer words may recur by chance. */
export const leastWords = 3;

/** The share of words that makes a repetition. */
export const repeatedShare = 0.75;

/**
 * The place that already has the words of a text; null if the text adds something, or has fewer
 * than three long words.
 */
export function findRepeatedPlace(
  text: string,
  nearby: NearbyTexts,
  language: string,
): NearbyPlace | null {
  const words = meaningfulWords(text, language);
  if (words.size < leastWords) return null;
  const repeats = (place: NearbyPlace) => {
    const there = meaningfulWords(nearby[place] ?? '', language);
    const shared = [...words].filter((word) => there.has(word)).length;
    return shared >= words.size * repeatedShare;
  };
  return nearbyPlaces.find(repeats) ?? null;
}

function meaningfulWords(text: string, language: string): Set<string> {
  const words = splitWords(text.normalize('NFKC').toLowerCase(), language);
  return new Set(
    words.filter(
      (word) => word.length >= leastLetters || shortWords.test(word) || /^\d/.test(word),
    ),
  );
}
