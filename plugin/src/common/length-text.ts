import { __, sprintf } from '@wordpress/i18n';
import { countCharacters, formatNumber } from './format.ts';

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
