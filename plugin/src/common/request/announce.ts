import { speak } from '@wordpress/a11y';
import { __, sprintf } from '@wordpress/i18n';

/** What screen readers hear of the request for one image, which some screens show as well. */

export function announceSuggested(text: string): void {
  /* translators: %s: an alt text. */
  speak(sprintf(__('Suggested alt text: %s', 'altscribe'), text));
}

export function announceWritten(before: string, text: string): void {
  speak(`${writtenText(before)} ${text}`);
}

/** `before`: the text that was replaced. */
export function writtenText(before: string): string {
  return before.trim() === ''
    ? __('Alt text added.', 'altscribe')
    : __('Alt text replaced.', 'altscribe');
}

export function removedText(): string {
  return __('The image was removed before its alt text was ready.', 'altscribe');
}
