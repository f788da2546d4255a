import { __, sprintf } from '@wordpress/i18n';
import type { AltTextFinding } from '../../../shared/alt-text/checks.ts';
import { isFault } from '../../../shared/alt-text/hints.ts';
import { formatList } from './format.ts';
import { missingName } from './missing-name.ts';

/** The findings of the checks, from this script or from PHP. */
export type Finding = AltTextFinding;

/** A finding in a few words. Errors in an alt text follow the word "Check:". */
export function findingName(finding: Finding): string {
  switch (finding) {
    case 'missing':
    case 'linked-without-text':
      return missingName(finding);
    case 'refusal':
      return __('reads like an AI refusal', 'altscribe');
    case 'wrong-language':
      return __('in another language', 'altscribe');
    case 'wrong-script':
      return __('in another writing system', 'altscribe');
    case 'file-name':
      return __('looks like a file name', 'altscribe');
    case 'repeats-caption':
      return __('repeats the caption', 'altscribe');
    case 'repeats-nearby':
      return __('repeats nearby text', 'altscribe');
    case 'sounds-inferred':
      return __('may be a guess', 'altscribe');
    case 'repeats-other':
      return __('same text as another image', 'altscribe');
    case 'keyword-stuffing':
      return __('too many keywords', 'altscribe');
    case 'too-long':
      return __('very long', 'altscribe');
    case 'vague':
      return __('doesn’t describe the image', 'altscribe');
    case 'too-short':
      return __('too short', 'altscribe');
    case 'single-word':
      return __('only one word', 'altscribe');
    case 'redundant-phrase':
      return __('starts with “Image of”', 'altscribe');
    case 'long':
      return __('rather long', 'altscribe');
  }
}

/**
 * 'Check: “one partly open” may not be in the image', for quotations that a second model could not
 * confirm and that are still in the text; '' for none.
 */
export function doubtsText(doubts: readonly string[] | undefined, text: string): string {
  const present = (doubts ?? []).filter((doubt) => text.includes(doubt));
  if (present.length === 0) {
    return '';
  }
  /* translators: %s: words from an alt text. */
  const quoted = present.map((doubt) => sprintf(__('“%s”', 'altscribe'), doubt));
  /* translators: %s: quotations from an alt text: “red” and “one partly open”. */
  return sprintf(__('Check: %s may not be in the image', 'altscribe'), formatList(quoted));
}

/** "Check: very long, only one word", or "Hint: only one word". */
export function findingsText(findings: readonly Finding[]): string {
  if (!findings.some(isFault)) {
    /* translators: %s: what may be better in an alt text: "only one word". */
    return sprintf(__('Hint: %s', 'altscribe'), formatList(findings.map(findingName)));
  }
  /* translators: %s: what was found in an alt text: "repeats the caption". */
  return sprintf(__('Check: %s', 'altscribe'), formatList(findings.map(findingName)));
}
