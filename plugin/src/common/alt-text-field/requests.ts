import { speak } from '@wordpress/a11y';
import { useEffect, useState, useSyncExternalStore } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { AltTextFinding } from '../../../../shared/alt-text/checks.ts';
import { affectsEveryImage, type ApiError } from '../api-error.ts';
import { generateForAttachment, noteDoubts, type GeneratedAltText } from '../api.ts';
import { updateCreditNotice } from '../credit-notice.ts';
import { readEditedPost } from '../edited-post.ts';
import { lazyModule } from '../hooks.ts';
import type { RunOutcome } from '../run/run.ts';
import { fetchImage } from '../images-api.ts';
import { decideSuggestion, type SuggestionItem } from '../suggestions-api.ts';
import type { AltTextField } from './alt-text-field.ts';

/** The request for one image and its result. It outlives the view that shows it. */
export interface RequestState {
  /** When the running request started, in ms since 1970; null if there is none. */
  startedAt: number | null;
  /** A text that the user can apply. */
  suggestion: Suggestion | null;
  /** The last written text, which can be undone. */
  written: { before: string; text: string; isDecorative?: true } | null;
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
  /** The hint that it was generated with. */
  hint: string;
  /** The model found nothing that needs a text. */
  verdict: 'decorative' | null;
  /** The suggestion on the site that holds it; 0 if there is none. */
  id: number;
  /** The text as the model wrote it; undefined if it is not known to be from one. */
  generated?: GeneratedText;
  /** The user is editing the present text; it was not generated. */
  isOwn?: true;
}

/** A text by a model: its name, and the version of the service's instructions; '' if unknown. */
type GeneratedText = Readonly<Record<'text' | 'model' | 'prompt', string>>;

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

/** How a request ended. `unchanged` also if the image was removed from the post meanwhile. */
export type Outcome = RunOutcome<AltTextField, AltTextField>;

interface GenerateOptions {
  regenerate?: boolean;
  /** What only the author can know about the image. */
  hint?: string;
  /** One of many: announces nothing, and leaves errors that affect every image to the caller. */
  isOneOfMany?: boolean;
}

/**
 * Requests a text. It is written to an empty field directly, but never replaces a text that is
 * already there or was changed meanwhile, unless the user applies it.
 */
export async function generate(
  field: AltTextField,
  { regenerate = false, hint = '', isOneOfMany = false }: GenerateOptions = {},
): Promise<Outcome> {
  if (getState(field).startedAt !== null) {
    return { kind: 'unchanged' };
  }
  const { written } = getState(field);
  const startedAt = Date.now();
  change(field, { startedAt, written: null, error: null });
  const before = field.read();
  // The service's cache would only return the present text again.
  const isOwnText = written !== null && written.text === before;
  const options = { regenerate: regenerate || isOwnText, ...(hint !== '' && { hint }) };
  const result = await (field.inPost
    ? field.inPost.request(options)
    : generateForAttachment(field.attachmentId, { ...options, ...readEditedPost() }));
  change(field, { startedAt: null });
  if (result.ok) {
    showBalance(result.value.account.creditsAvailable, startedAt);
    const outcome = await settle(field, before, result.value, hint, isOneOfMany);
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

/** Takes over a balance that was read elsewhere just now. */
export function noteCredits(credits: number): void {
  balance = { credits, at: Date.now() };
}

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
  {
    altText: text,
    isFromCache: isFree,
    purpose,
    suggestionId: id,
    model,
    prompt,
  }: GeneratedAltText,
  hint: string,
  isSilent: boolean,
): Promise<Outcome> {
  const { inPost } = field;
  if (inPost?.isGone()) {
    inPost.onGone();
    return { kind: 'unchanged' };
  }
  const present = field.read();
  const verdict = purpose === 'decorative' ? purpose : null;
  const generated = { text, model, prompt };
  const isWanted =
    verdict === null &&
    !getState(field).suggestion &&
    inPost?.isReviewed !== true &&
    !(id > 0 && field.isStored);
  if (isWanted && present.trim() === '' && before.trim() === '') {
    return writeText(field, text, { isSilent, generated });
  }
  const wasEdited = present !== before;
  change(field, { suggestion: { text, isFree, hint, verdict, id, wasEdited, generated } });
  if (!isSilent) {
    /* translators: %s: an alt text. */
    speak(sprintf(__('Suggested alt text: %s', 'altscribe'), text));
  }
  return { kind: 'suggested' };
}

interface WriteOptions {
  /** Announces nothing unless the text cannot be saved. */
  isSilent?: boolean;
  /** Marks the image as decorative; the text is ''. */
  isDecorative?: boolean;
  /** The text was generated, and nobody has read it. */
  generated?: GeneratedText;
}

/** Writes a text in place of the present one. */
export async function write(
  field: AltTextField,
  text: string,
  { isSilent = false, isDecorative = false, generated }: WriteOptions = {},
): Promise<void> {
  const before = field.read();
  const applied = getState(field).suggestion;
  const stored = await field.write(text, isDecorative);
  if (stored !== null) {
    // A suggestion that arrived meanwhile was also paid for.
    const { suggestion } = getState(field);
    change(field, {
      suggestion: suggestion === applied ? null : suggestion,
      error: null,
      written: { before, text: stored, ...(isDecorative && { isDecorative }) },
    });
    if (stored !== '') {
      const source = generated ?? applied?.generated;
      field.inPost?.onWritten({
        text: stored,
        generated: source?.text.trim() === stored ? source : null,
        isRead: !generated,
        suggestionId: applied?.id ?? 0,
      });
    }
    if (applied && applied.id > 0 && field.isStored) {
      const decision = isDecorative ? 'decorative' : 'accept';
      void decideSuggestion(applied.id, { decision, text: stored, written: true });
    }
    if (!isSilent) {
      speak(
        isDecorative
          ? __('The image is marked as decorative.', 'altscribe')
          : `${writtenText(before)} ${stored}`,
      );
    }
    return;
  }
  showSaveError(field);
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

/** Shows a suggestion that waits on the site, unless the field has another result. */
export function showHeld(
  field: AltTextField,
  { id, text, hint, purpose, model, prompt, doubts }: SuggestionItem,
): void {
  noteDoubts(text, doubts);
  if (!states.has(field.key)) {
    const verdict = purpose === 'decorative' ? purpose : null;
    const generated = { text, model, prompt };
    const state = { isFree: false, wasEdited: false };
    change(field, { suggestion: { id, text, hint, verdict, generated, ...state } });
  }
}

/** Opens the present text for editing. */
export function edit(field: AltTextField): void {
  const text = field.read();
  const id = getState(field).suggestion?.id ?? 0;
  const own = { isFree: false, hint: '', verdict: null, wasEdited: false, isOwn: true } as const;
  change(field, { suggestion: { text, id, ...own } });
}

export function editSuggestion(field: AltTextField, text: string): void {
  const { suggestion } = getState(field);
  if (suggestion) {
    change(field, { suggestion: { ...suggestion, text } });
  }
}

export function dismiss(field: AltTextField): void {
  const { suggestion } = getState(field);
  if (suggestion && suggestion.id > 0 && suggestion.isOwn !== true) {
    void decideSuggestion(suggestion.id, { decision: 'reject' });
  }
  change(field, { suggestion: null, error: null });
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

export function writtenText(before: string): string {
  return before.trim() === ''
    ? __('Alt text added.', 'altscribe')
    : __('Alt text replaced.', 'altscribe');
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
  const checks = useChecks();
  return text.trim() === '' || !checks ? [] : checks.checkText(text, field);
}

/** A text of an image of the media library that costs no credit. */
export interface FreeText {
  text: string;
  /** Where it is: in a post that shows the image, in the metadata of the file, or at a copy of the image. */
  from: 'post' | 'file' | 'copy';
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
          const texts: [FreeText['from'], string][] = [
            ['post', ofPost?.text ?? ''],
            ['file', ofFile],
            ['copy', ofCopy],
          ];
          const [from, text] = texts.find(([, one]) => one !== '') ?? ['copy', ''];
          setFound(text === '' ? null : { text, from });
        }
      });
    }
    return () => {
      isOver = true;
    };
  }, [attachmentId, isWanted]);
  return isWanted ? found : null;
}
