import { __, isRTL, sprintf } from '@wordpress/i18n';
import type { Language } from '../../../shared/languages.ts';

/**
 * The language of the screen and its region, without the rest of the locale: `Intl` rejects locales
 * of WordPress that are not language tags (`pt-PT-ao90`).
 */
function screenLanguage(): string {
  return /^[a-z]{2,3}(-[a-z]{2}\b)?/i.exec(document.documentElement.lang)?.[0] ?? 'en';
}

/**
 * Cached by language, since creating a formatter is far slower than using it, and each list row has
 * numbers.
 */
const numberFormats = new Map<string, Intl.NumberFormat>();

/** A number in the format of the screen's language. */
export function formatNumber(value: number): string {
  const language = screenLanguage();
  const format = numberFormats.get(language) ?? new Intl.NumberFormat(language);
  numberFormats.set(language, format);
  return format.format(value);
}

/** "Nov 21, 2026, 8:09 PM", in the time zone of the browser. `time` is RFC 3339. */
export function formatTime(time: string): string {
  const format = new Intl.DateTimeFormat(screenLanguage(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return format.format(new Date(time));
}

/** "Nov 21, 2026", as `formatTime`. */
export function formatDate(time: string): string {
  return new Intl.DateTimeFormat(screenLanguage(), { dateStyle: 'medium' }).format(new Date(time));
}

/** "one, two, and three" */
export function formatList(items: string[]): string {
  return new Intl.ListFormat(screenLanguage()).format(items);
}

/**
 * A text in its own direction. From right to left, "404-image.webp" would become "image.webp-404",
 * and the day of "Pro · 27 Nov" would move to "Pro".
 */
export function isolate(text: string): string {
  return isRTL() ? `\u2068${text}\u2069` : text;
}

/** Facts in one line: "AI · gpt-5.4-mini · 23 Nov 2026". Empty ones are left out. */
export function joinFacts(facts: readonly string[]): string {
  return facts
    .filter((fact) => fact !== '')
    .map(isolate)
    .join(' · ');
}

/** Parts of an announcement as sentences: none ends with two full stops. */
export function joinSentences(parts: readonly (string | false | null | undefined)[]): string {
  return parts
    .filter((part): part is string => typeof part === 'string' && part !== '')
    .map((part, index, all) =>
      index === all.length - 1 || /[.!?…。！？]["”’»]?$/.test(part) ? part : `${part}.`,
    )
    .join(' ');
}

/** Name of a language in the language of the screen; in English if the browser has no such name. */
export function languageName({ code, name }: Pick<Language, 'code' | 'name'>): string {
  const names = new Intl.DisplayNames([screenLanguage()], { type: 'language', fallback: 'none' });
  return names.of(code) ?? name;
}

/**
 * `pro` -> "Pro". The service defines the plans as free strings, so there is no list of names to
 * translate.
 */
export function planName(planType: string): string {
  return planType.charAt(0).toLocaleUpperCase() + planType.slice(1);
}

/** Counts characters as people do: an emoji is one. */
export function countCharacters(text: string): number {
  return [...new Intl.Segmenter().segment(text)].length;
}

/** The usual length in characters; not a limit. */
const usualLength = 125;

/** "84 / 125", or "300 characters; about 125 is usual". */
export function lengthText(text: string): string {
  const length = countCharacters(text);
  const [shown, usual] = [formatNumber(length), formatNumber(usualLength)];
  return length <= usualLength
    ? /* translators: 1: number of characters, 2: usual number of characters. */
      sprintf(__('%1$s / %2$s', 'altscribe'), shown, usual)
    : /* translators: 1: number of characters, 2: usual number of characters. */
      sprintf(__('%1$s characters; about %2$s is usual', 'altscribe'), shown, usual);
}
