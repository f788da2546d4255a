import {
  checkAltText,
  type AltTextFinding,
  type TranslatedText,
} from '../../../../shared/alt-text/checks.ts';
import { matchLanguage } from '../../../../shared/match-language.ts';

/**
 * The findings for the text of an image in the media library. `language` may be a locale;
 * `translations`: texts of older translations of the image.
 */
export function checkText(
  text: string,
  language: string,
  translations: readonly TranslatedText[],
): AltTextFinding[] {
  return checkAltText(text, { language: matchLanguage(language), translations });
}
