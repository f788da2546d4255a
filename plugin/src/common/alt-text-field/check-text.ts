import { checkAltText, type AltTextFinding } from '../../../../shared/alt-text/checks.ts';
import { matchLanguage } from '../../../../shared/match-language.ts';
import type { AltTextField } from './alt-text-field.ts';

/**
 * The findings for a text of an image, in the media library or in a post. Loaded later, because of
 * the size of the checks.
 */
export function checkText(
  text: string,
  { language, olderTexts, fileName = '', title = '', others = [], inPost }: AltTextField,
): AltTextFinding[] {
  return checkAltText(text, {
    fileName,
    title,
    ...inPost?.surroundings,
    others: [...others, ...(inPost?.surroundings.others ?? [])],
    language: matchLanguage(language),
    translations: olderTexts,
  });
}
