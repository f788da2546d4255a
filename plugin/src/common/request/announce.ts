import { speak } from '@wordpress/a11y';
import { __, sprintf } from '@wordpress/i18n';

/** Announcements about the request for one image, which some screens show as well. */

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

/** Whether a new text is the same as the current one. */
export function isSameText(text: string, present: string): boolean {
  return text.trim() !== '' && text.trim() === present.trim();
}

export function sameText(): string {
  return __('The new text is the same, so it was dropped.', 'altscribe');
}

/** A text that arrived while the user was editing the previous one. */
export function keptEditText(text: string): string {
  return sprintf(
    /* translators: %s: a suggested alt text. */
    __(
      'The new text is “%s”. Your edit is still in the field; Escape shows the new text.',
      'altscribe',
    ),
    text,
  );
}
