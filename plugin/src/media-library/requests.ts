import { speak } from '@wordpress/a11y';
import { __, sprintf } from '@wordpress/i18n';
import type { ApiError } from '../common/api-error.ts';
import { generateForAttachment, type GeneratedAltText } from '../common/api.ts';
import { updateCreditNotice } from '../common/credit-notice.ts';
import type { AltTextField } from './attachment-field.ts';

/** What goes on at one image. It outlives the view that shows it. */
export interface RequestState {
  /** When the request under way began, in ms since 1970; null without one. */
  startedAt: number | null;
  /** A text that waits for somebody to apply it. */
  suggestion: Suggestion | null;
  /** What was written last, and can be undone. */
  written: { before: string; text: string } | null;
  error: ApiError | null;
}

export interface Suggestion {
  text: string;
  /** Somebody changed the present text while this one was on its way. */
  wasEdited: boolean;
  /** The service had the text already, so it cost no credit. */
  isFree: boolean;
}

const idle: RequestState = { startedAt: null, suggestion: null, written: null, error: null };

const states = new Map<string, RequestState>();
const listeners = new Set<() => void>();

export function getState({ key }: AltTextField): RequestState {
  return states.get(key) ?? idle;
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(field: AltTextField, changes: Partial<RequestState>): void {
  states.set(field.key, { ...getState(field), ...changes });
  for (const listener of listeners) {
    listener();
  }
}

/**
 * Asks for a text. An empty field gets it at once; a text that stands there, or was changed meanwhile,
 * is never replaced unasked.
 */
export async function generate(field: AltTextField, { regenerate = false } = {}): Promise<void> {
  if (getState(field).startedAt !== null) {
    return;
  }
  const { written } = getState(field);
  change(field, { startedAt: Date.now(), written: null, error: null });
  const before = field.read();
  // The service's cache would only bring the present text again.
  const isOwnText = written !== null && written.text === before;
  const result = await generateForAttachment(field.attachmentId, {
    regenerate: regenerate || isOwnText,
  });
  change(field, { startedAt: null });
  if (result.ok) {
    updateCreditNotice(result.value.account.creditsAvailable);
    await settle(field, before, result.value);
  } else {
    if (result.error.code === 'altscribe_insufficient_credits') {
      updateCreditNotice(null);
    }
    change(field, { error: result.error });
    speak(result.error.message, 'assertive');
  }
}

/** Writes or suggests a text that has come. `before`: the text when it was asked for. */
async function settle(
  field: AltTextField,
  before: string,
  { altText: text, isFromCache: isFree }: GeneratedAltText,
): Promise<void> {
  const present = field.read();
  const isWanted = !getState(field).suggestion;
  if (isWanted && present.trim() === '' && before.trim() === '') {
    await write(field, text);
    return;
  }
  change(field, { suggestion: { text, isFree, wasEdited: present !== before } });
  /* translators: %s: an alt text. */
  speak(sprintf(__('Suggested alt text: %s', 'altscribe'), text));
}

/** Writes a text, in the place of the present one. */
export async function write(field: AltTextField, text: string): Promise<void> {
  const before = field.read();
  const isWritten = await field.write(text);
  if (isWritten) {
    change(field, { suggestion: null, error: null, written: { before, text } });
    speak(`${writtenText(before)} ${text}`);
    return;
  }
  const message = __('The alt text could not be saved. Try again.', 'altscribe');
  change(field, { error: { code: 'save_failed', message } });
  speak(message, 'assertive');
}

export function editSuggestion(field: AltTextField, text: string): void {
  const { suggestion } = getState(field);
  if (suggestion) {
    change(field, { suggestion: { ...suggestion, text } });
  }
}

export function dismiss(field: AltTextField): void {
  change(field, { suggestion: null, error: null });
}

/** Brings back the text of before, unless somebody has changed the written one since. */
export async function undo(field: AltTextField): Promise<void> {
  const { written } = getState(field);
  if (written && field.read() === written.text && (await field.write(written.before))) {
    speak(__('Alt text taken back.', 'altscribe'));
  }
  change(field, { written: null });
}

export function writtenText(before: string): string {
  return before.trim() === ''
    ? __('Alt text added.', 'altscribe')
    : __('Alt text replaced.', 'altscribe');
}
