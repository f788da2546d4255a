import { __ } from '@wordpress/i18n';

/**
 * The finding for an empty text in words. In its own file because `findings.ts`, with the words for
 * all others, is loaded later in the editor.
 */
export function missingName(finding: 'missing' | 'linked-without-text'): string {
  return finding === 'missing'
    ? __('Missing', 'altscribe')
    : __('Missing: needed for the link', 'altscribe');
}
