import { __ } from '@wordpress/i18n';
import type { AltTextFinding } from '../../../../shared/alt-text/checks.ts';

/** What was found, in a few words. What is wrong with a text goes on after "Check:". */
export function findingName(finding: AltTextFinding): string {
  switch (finding) {
    case 'missing':
      return __('Missing', 'altscribe');
    case 'linked-without-text':
      return __('Missing: needed for the link', 'altscribe');
    case 'refusal':
      return __('reads like an AI’s refusal', 'altscribe');
    case 'wrong-script':
      return __('in another writing system', 'altscribe');
    case 'file-name':
      return __('looks like a file name', 'altscribe');
    case 'repeats-caption':
      return __('repeats the caption', 'altscribe');
    case 'repeats-other':
      return __('same text as another image', 'altscribe');
    case 'keyword-stuffing':
      return __('too many keywords', 'altscribe');
    case 'too-long':
      return __('very long', 'altscribe');
    case 'vague':
      return __('says nothing of what is in the image', 'altscribe');
    case 'too-short':
      return __('only one word', 'altscribe');
    case 'redundant-phrase':
      return __('says that it is an image', 'altscribe');
    case 'long':
      return __('rather long', 'altscribe');
  }
}
