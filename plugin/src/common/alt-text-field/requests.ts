import { speak } from '@wordpress/a11y';
import { useEffect, useState, useSyncExternalStore } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { AltTextFinding } from '../../../../shared/alt-text/checks.ts';
import { affectsEveryImage, type ApiError } from '../api-error.ts';
import { generateForAttachment, noteDoubts, type GeneratedAltText } from '../api.ts';
import { updateCreditNotice } from '../credit-notice.ts';
import { readEditedPost } from '../edited-post.ts';
import {
  announceSuggested,
  announceWritten,
  isSameText,
  keptEditText,
  sameText,
} from '../request/announce.ts';
import {
  type ImageRequest,
  type Suggestion,
  holdArrival,
  isGenerated,
  isOvertaken,
  newSuggestion,
  sourceOf,
  toSuggestion,
} from '../request/state.ts';
import { lazyModule } from '../hooks.ts';
import type { RunOutcome } from '../run/run.ts';
import { fetchImage, markRead } from '../images-api.ts';
import { decideSuggestion, type SuggestionItem } from '../suggestions-api.ts';
import type { AltTextField } from './alt-text-field.ts';

/** The request for one image and its result. */
export interface RequestState extends ImageRequest<HeldSuggestion> {
  /** The last written text, which can be undone. */
  written: { before: string; text: string; isDecorative?: true; isUnread?: true } | null;
  error: ApiError | null;
  /** What happened to a text that arrived, if it is not shown; '' otherwise. */
  news: string;
  /** Number of posts that have the text filled in, if that was changed here. */
  filledPosts: number | null;
}

export interface HeldSuggestion extends Suggestion {
  /** The suggestion on the site that holds it; 0 if there is none. */
  id: number;
}

const idle: RequestState = {
  startedAt: null,
  suggestion: null,
  written: null,
  error: null,
  news: '',
  filledPosts: null,
};

/** By the keys of fields. */
let states: Readonly<Record<string, RequestState>> = {};
const listeners = new Set<() => void>();

export function getState({ key }: AltTextField): RequestState {
  return states[key] ?? idle;
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(field: AltTextField, changes: Partial<RequestState>): void {
  states = { ...states, [field.key]: { ...getState(field), ...changes } };
  for (const listener of listeners) {
    listener();
  }
}

/** How a request ended. `unchanged` also if the image was removed from the post in the meantime. */
export type Outcome = RunOutcome<AltTextField, AltTextField>;

interface GenerateOptions {
  regenerate?: boolean;
  /** The author's note about the image. */
  hint?: string;
  /** One of many: announces nothing, and leaves errors that affect every image to the caller. */
  isOneOfMany?: boolean;
}

/**
 * Requests a text. It is written to an empty field directly, but never replaces a text that is
 * already there or has changed in the meantime, unless the user applies it.
 */
export async function generate(
  field: AltTextField,
  { regenerate = false, hint = '', isOneOfMany = false }: GenerateOptions = {},
): Promise<Outcome> {
  if (getState(field).startedAt !== null) {
    return { kind: 'unchanged' };
  }
  const { written, suggestion } = getState(field);
  const startedAt = Date.now();
  change(field, { startedAt, written: null, error: null, news: '' });
  const before = field.read();
  // The service's cache would only return the current text again.
  const isOwnText = written !== null && written.text === before;
  const options = { regenerate: regenerate || isOwnText, ...(hint !== '' && { hint }) };
  const result = await (field.inPost
    ? field.inPost.request(options)
    : generateForAttachment(field.attachmentId, { ...options, ...readEditedPost() }));
  change(field, { startedAt: null });
  if (result.ok) {
    showBalance(result.value.account.creditsAvailable, startedAt);
    const asked = { before, typed: suggestion?.text ?? null };
    const outcome = await settle(field, asked, result.value, hint, isOneOfMany);
    return { ...outcome, isFree: result.value.isFromCache };
  }
  const { error } = result;
  if (error.code === 'altscribe_insufficient_credits') {
    balance = { credits: 0, at: Date.now() };
    updateCreditNotice(null);
  }
  if (!isOneOfMany || !affectsEveryImage(error)) {
    change(field, { error });
  }
  if (!isOneOfMany) {
    speak(error.message, 'assertive');
  }
  return { kind: 'failed', image: field, error };
}

/** The known balance, and when it was received, in ms since 1970. */
let balance = { credits: Infinity, at: -Infinity };

/** The balance in the last response; Infinity before the first one. */
export function getCredits(): number {
  return balance.credits;
}

/** Uses a balance that another request has just read. */
export function noteCredits(credits: number): void {
  balance = { credits, at: Date.now() };
}

/** Shows the balance from a response, unless a newer one is known. */
function showBalance(credits: number, startedAt: number): void {
  const known = isOvertaken(balance, credits, startedAt) ? balance.credits : credits;
  balance = { credits: known, at: Date.now() };
  updateCreditNotice(known);
}

/** When a text was requested: that of the image, and the one in the field of a suggestion or edit. */
interface Asked {
  before: string;
  typed: string | null;
}

/** Writes or suggests a generated text. A text that the user has typed in the meantime stays in the field. */
async function settle(
  field: AltTextField,
  { before, typed }: Asked,
  answer: GeneratedAltText,
  hint: string,
  isSilent: boolean,
): Promise<Outcome> {
  const { inPost } = field;
  if (inPost?.isGone()) {
    inPost.onGone();
    return { kind: 'unchanged' };
  }
  const { suggestionId: id, altText } = answer;
  const shown = getState(field).suggestion;
  const suggestion = { ...toSuggestion(answer), hint, id };
  if (!suggestion.verdict && isSameText(altText, shown?.generated ?? field.read())) {
    if (id > 0 && id !== shown?.id) {
      void decideSuggestion(id, { decision: 'reject', shown_text: altText });
    }
    tell(field, sameText(), isSilent);
    return { kind: 'unchanged' };
  }
  const waiting = holdArrival(suggestion, {
    before,
    present: field.read(),
    hasOther: shown !== null,
    isReviewed: inPost?.isReviewed === true || (id > 0 && field.isStored),
  });
  if (!waiting) {
    return writeText(field, altText, { isSilent, generated: suggestion });
  }
  if (shown && shown.text !== typed) {
    change(field, { suggestion: { ...waiting, text: shown.text } });
    tell(field, keptEditText(altText), isSilent);
    return { kind: 'suggested' };
  }
  change(field, { suggestion: waiting });
  if (!isSilent) {
    announceSuggested(altText);
  }
  return { kind: 'suggested' };
}

function tell(field: AltTextField, news: string, isSilent: boolean): void {
  change(field, { news });
  if (!isSilent) {
    speak(news);
  }
}

interface WriteOptions {
  /** Announces nothing unless the text cannot be saved. */
  isSilent?: boolean;
  /** Marks the image as decorative; the text is ''. */
  isDecorative?: boolean;
  /** The text is generated and unread. */
  generated?: Suggestion;
}

/** Replaces the current text. */
export async function write(
  field: AltTextField,
  text: string,
  { isSilent = false, isDecorative = false, generated }: WriteOptions = {},
): Promise<void> {
  const before = field.read();
  const applied = getState(field).suggestion;
  const stored = await field.write(text, isDecorative);
  if (stored !== null) {
    // A suggestion that arrived in the meantime was paid for too.
    const { suggestion } = getState(field);
    change(field, {
      suggestion: suggestion === applied ? null : suggestion,
      error: null,
      news: '',
      written: {
        before,
        text: stored,
        ...(isDecorative && { isDecorative }),
        ...(generated && { isUnread: true }),
      },
    });
    if (stored !== '') {
      field.inPost?.onWritten({
        text: stored,
        generated: sourceOf(generated ?? applied, stored),
        isRead: !generated,
        suggestionId: applied?.id ?? 0,
      });
    }
    if (applied && applied.id > 0 && field.isStored) {
      const decision = isDecorative ? 'decorative' : 'accept';
      void decideSuggestion(applied.id, {
        decision,
        text: stored,
        shown_text: applied.generated ?? '',
        written: true,
      });
    }
    if (!isSilent) {
      if (isDecorative) {
        speak(__('The image is marked as decorative.', 'altscribe'));
      } else {
        announceWritten(before, stored);
      }
    }
    return;
  }
  showSaveError(field);
}

/** Records that the user has read a generated text of the library. False if that failed. */
export async function acceptText(field: AltTextField, text: string): Promise<boolean> {
  const result = await markRead(field.attachmentId, text);
  change(field, { error: result.ok ? null : result.error });
  speak(
    result.ok ? __('Alt text accepted.', 'altscribe') : result.error.message,
    result.ok ? 'polite' : 'assertive',
  );
  return result.ok;
}

/** The same, without an announcement, and tells how it ended. */
export async function writeText(
  field: AltTextField,
  text: string,
  options: WriteOptions = { isSilent: true },
): Promise<Outcome> {
  await write(field, text, options);
  const { error } = getState(field);
  return error ? { kind: 'failed', image: field, error } : { kind: 'applied', applied: field };
}

function showSaveError(field: AltTextField): void {
  const message = __('The alt text could not be saved. Try again.', 'altscribe');
  change(field, { error: { code: 'save_failed', message } });
  speak(message, 'assertive');
}

/** Shows a suggestion that the site stores, unless the field has another result. */
export function showHeld(
  field: AltTextField,
  { id, text, hint, purpose, model, prompt, doubts }: SuggestionItem,
): void {
  noteDoubts(text, doubts);
  if (!states[field.key]) {
    const verdict = purpose === 'decorative' ? purpose : null;
    const suggestion = { ...newSuggestion(text), id, hint, verdict, model, prompt };
    change(field, { suggestion });
  }
}

/** Opens the current text for editing. */
export function edit(field: AltTextField): void {
  const text = field.read();
  const id = getState(field).suggestion?.id ?? 0;
  change(field, { suggestion: { ...newSuggestion(text, null), id } });
}

export function editSuggestion(field: AltTextField, text: string): void {
  const { suggestion } = getState(field);
  if (suggestion) {
    change(field, { suggestion: { ...suggestion, text } });
  }
}

export function dismiss(field: AltTextField): void {
  const { suggestion } = getState(field);
  if (suggestion && suggestion.id > 0 && isGenerated(suggestion)) {
    const shown_text = suggestion.generated ?? '';
    void decideSuggestion(suggestion.id, { decision: 'reject', shown_text }).then((result) => {
      if (!result.ok) {
        change(field, { error: result.error });
        speak(result.error.message, 'assertive');
      }
    });
  }
  change(field, { suggestion: null, error: null, news: '' });
}

/**
 * Restores the previous text, unless the user has changed the written one since. Resolves with
 * whether it was restored.
 */
export async function undo(field: AltTextField, { isSilent = false } = {}): Promise<boolean> {
  const { written } = getState(field);
  const isUnchanged = written !== null && field.read() === written.text;
  if (isUnchanged) {
    if ((await field.write(written.before)) === null) {
      showSaveError(field);
      return false;
    }
    if (!isSilent) {
      speak(__('Alt text undone.', 'altscribe'));
    }
  }
  change(field, { written: null });
  return isUnchanged;
}

/** Removes the mark "decorative", and restores the text that it replaced here. */
export async function unmarkDecorative(field: AltTextField): Promise<void> {
  const { written } = getState(field);
  if ((await field.write(written?.isDecorative ? written.before : '')) === null) {
    showSaveError(field);
    return;
  }
  change(field, { written: null });
  speak(__('The image is no longer marked as decorative.', 'altscribe'));
}

export function noteFilledPosts(field: AltTextField, filledPosts: number): void {
  change(field, { filledPosts });
}

/** Patterns for ten languages, which are larger than the rest of the script. */
const useChecks = lazyModule(() => import('./check-text.ts'));

export function useRequestState(field: AltTextField): RequestState {
  return useSyncExternalStore(subscribe, () => getState(field));
}

/** The text of the field, updated as the user types. */
export function useText(field: AltTextField): string {
  const [text, setText] = useState(field.read);
  useEffect(
    () =>
      field.watch(() => {
        setText(field.read());
      }),
    [field],
  );
  return text;
}

/** The findings for a text; none for an empty one. */
export function useFindings(text: string, field: AltTextField): AltTextFinding[] {
  return useTextCheck()(text, field);
}

/** The findings for texts that fields may get, by `useFindings`. */
export function useTextCheck(): (text: string, field: AltTextField) => AltTextFinding[] {
  const checks = useChecks();
  return (text, field) => (text.trim() === '' || !checks ? [] : checks.checkText(text, field));
}

/** A text of an image of the media library that costs no credit. */
export interface FreeText {
  text: string;
  /** Where it is: in a post that shows the image, in the metadata of the file, or at a copy of the image. */
  from: 'post' | 'file' | 'copy';
  /** The findings for it there and here. */
  findings: readonly AltTextFinding[];
}

/** The text that is offered for an image of the media library without one; null if there is none. */
export function useFreeText(
  { attachmentId, isOfLibrary, inPost }: AltTextField,
  isEmpty: boolean,
): FreeText | null {
  const [found, setFound] = useState<FreeText | null>(null);
  const isWanted = isEmpty && isOfLibrary && !inPost;
  useEffect(() => {
    let isOver = false;
    if (isWanted) {
      void fetchImage(attachmentId).then((result) => {
        if (!isOver && result.ok) {
          const { text_in_post: ofPost, text_in_file: ofFile, text_of_copy: ofCopy } = result.value;
          const { free_text_findings: findings } = result.value;
          const texts: [FreeText['from'], string][] = [
            ['post', ofPost?.text ?? ''],
            ['file', ofFile],
            ['copy', ofCopy],
          ];
          const [from, text] = texts.find(([, one]) => one !== '') ?? ['copy', ''];
          setFound(text === '' ? null : { text, from, findings });
        }
      });
    }
    return () => {
      isOver = true;
    };
  }, [attachmentId, isWanted]);
  return isWanted ? found : null;
}
