import { speak } from '@wordpress/a11y';
import { __, sprintf } from '@wordpress/i18n';
import type { ApiError } from '../api-error.ts';
import { generateForAttachment, type GeneratedAltText } from '../api.ts';
import { updateCreditNotice } from '../credit-notice.ts';
import { readEditedPost } from '../edited-post.ts';
import type { AltTextField } from './alt-text-field.ts';

/** The request for one image and its result. It outlives the view that shows it. */
export interface RequestState {
  /** When the running request started, in ms since 1970; null if there is none. */
  startedAt: number | null;
  /** A text that the user can apply. */
  suggestion: Suggestion | null;
  /** The last written text, which can be undone. */
  written: { before: string; text: string } | null;
  error: ApiError | null;
  /** Number of posts that have the text filled in, if that was changed here. */
  filledPosts: number | null;
}

export interface Suggestion {
  text: string;
  /** The user changed the present text during the request. */
  wasEdited: boolean;
  /** The text was in the service's cache, so it cost no credit. */
  isFree: boolean;
}

const idle: RequestState = {
  startedAt: null,
  suggestion: null,
  written: null,
  error: null,
  filledPosts: null,
};

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
 * Requests a text. It is written to an empty field directly, but never replaces a text that is
 * already there or was changed meanwhile, unless the user applies it.
 */
export async function generate(field: AltTextField, { regenerate = false } = {}): Promise<void> {
  if (getState(field).startedAt !== null) {
    return;
  }
  const { written } = getState(field);
  const startedAt = Date.now();
  change(field, { startedAt, written: null, error: null });
  const before = field.read();
  // The service's cache would only return the present text again.
  const isOwnText = written !== null && written.text === before;
  const result = await generateForAttachment(field.attachmentId, {
    regenerate: regenerate || isOwnText,
    ...readEditedPost(),
  });
  change(field, { startedAt: null });
  if (result.ok) {
    showBalance(result.value.account.creditsAvailable, startedAt);
    await settle(field, before, result.value);
  } else {
    if (result.error.code === 'altscribe_insufficient_credits') {
      balance = { credits: 0, at: Date.now() };
      updateCreditNotice(null);
    }
    change(field, { error: result.error });
    speak(result.error.message, 'assertive');
  }
}

/** The known balance, and when it was received, in ms since 1970. */
let balance = { credits: Infinity, at: -Infinity };

/**
 * Shows the balance from a response. Several requests may run in parallel, and responses may arrive
 * in a different order than the charges. If two overlapped, the lower balance counts.
 */
function showBalance(credits: number, startedAt: number): void {
  const isOvertaken = balance.at >= startedAt && balance.credits < credits;
  balance = { credits: isOvertaken ? balance.credits : credits, at: Date.now() };
  updateCreditNotice(balance.credits);
}

/** Writes or suggests a generated text. `before`: the text when it was requested. */
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

/** Writes a text in place of the present one. */
export async function write(field: AltTextField, text: string): Promise<void> {
  const before = field.read();
  const applied = getState(field).suggestion;
  const stored = await field.write(text);
  if (stored !== null) {
    // A suggestion that arrived meanwhile was also paid for.
    const { suggestion } = getState(field);
    change(field, {
      suggestion: suggestion === applied ? null : suggestion,
      error: null,
      written: { before, text: stored },
    });
    speak(`${writtenText(before)} ${stored}`);
    return;
  }
  showSaveError(field);
}

function showSaveError(field: AltTextField): void {
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

/** Restores the previous text, unless the user has changed the written one since. */
export async function undo(field: AltTextField): Promise<void> {
  const { written } = getState(field);
  if (written && field.read() === written.text) {
    if ((await field.write(written.before)) === null) {
      showSaveError(field);
      return;
    }
    speak(__('Alt text undone.', 'altscribe'));
  }
  change(field, { written: null });
}

export function noteFilledPosts(field: AltTextField, filledPosts: number): void {
  change(field, { filledPosts });
}

export function writtenText(before: string): string {
  return before.trim() === ''
    ? __('Alt text added.', 'altscribe')
    : __('Alt text replaced.', 'altscribe');
}
