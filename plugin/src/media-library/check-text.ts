import { checkAltText, type AltTextFinding } from '../../../shared/alt-text/checks.ts';
import { matchLanguage } from '../../../shared/match-language.ts';

/** What the checks find in the text of an image of the media library. `language` may be a locale. */
export function checkText(text: string, language: string): AltTextFinding[] {
  return checkAltText(text, { language: matchLanguage(language) });
}
