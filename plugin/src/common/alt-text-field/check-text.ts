import {
  checkAltText,
  type AltTextFinding,
  type AltTextSurroundings,
  type TranslatedText,
} from '../../../../shared/alt-text/checks.ts';
import { matchLanguage } from '../../../../shared/match-language.ts';

/**
 * The findings for the text of an image. `language` may be a locale; `translations`: texts of older
 * translations of the image; `surroundings`: only in a post.
 */
export function checkText(
  text: string,
  language: string,
  translations: readonly TranslatedText[],
  surroundings: Partial<AltTextSurroundings> = {},
): AltTextFinding[] {
  return checkAltText(text, { ...surroundings, language: matchLanguage(language), translations });
}
