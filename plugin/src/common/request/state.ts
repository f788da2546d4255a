import type { GeneratedAltText } from '../api.ts';

/**
 * The request for the text of one image, its suggestion, and the outcome of both, shared by all
 * screens. The block editor and the fields extend it: see their `RequestState`.
 */

/** A text that the user can apply. */
export interface Suggestion {
  /** With the user's edits. */
  text: string;
  /** As it was generated; null while the user edits the current text. */
  generated: string | null;
  /**
   * Why it was not written to an image without a text, or what happened while the user edited it:
   * another text arrived, or another user decided. Null if the image had a text, or the text is held
   * for review.
   */
  cause: 'away' | 'edited' | 'stopped' | 'replaced' | 'decided' | null;
  /** It came from the service's cache and cost no credit. */
  isFree: boolean;
  /** The user's note for the model. */
  hint: string;
  /** `declined`: the model gave no text; `decorative`: it found that none is needed. */
  verdict: 'declined' | 'decorative' | null;
  /** The model, and the version of its instructions; '' if unknown. */
  model: string;
  prompt: string;
}

/** The state that each screen stores for an image and extends. It outlives the view that shows it. */
export interface ImageRequest<Held extends Suggestion> {
  /** When the running request started (ms since 1970); null if there is none. */
  startedAt: number | null;
  suggestion: Held | null;
}

/** A suggestion without edits. `generated`: null for the current text, which the user edits. */
export const newSuggestion = (text: string, generated: string | null = text): Suggestion => ({
  text,
  generated,
  cause: null,
  isFree: false,
  hint: '',
  verdict: null,
  model: '',
  prompt: '',
});

/** The suggestion of an answer. `mayBeDecorative`: the image can be marked. */
export function toSuggestion(
  { altText, purpose, isFromCache: isFree, model, prompt }: GeneratedAltText,
  mayBeDecorative = true,
): Suggestion {
  const verdict = purpose === 'decorative' && mayBeDecorative ? purpose : null;
  return { ...newSuggestion(altText), isFree, verdict, model, prompt };
}

/** True for a generated text; false while the user edits the current one, or without a suggestion. */
export function isGenerated(suggestion: Suggestion | null): boolean {
  return suggestion !== null && suggestion.generated !== null;
}

/** The suggestion that a written text is from; null if the user wrote or edited it. */
export function sourceOf<Held extends Suggestion>(
  suggestion: Held | null | undefined,
  written: string,
): Held | null {
  return suggestion?.generated?.trim() === written ? suggestion : null;
}

interface Arrival {
  /** The texts of the image when the request started, and now. */
  before: string;
  present: string;
  /** Another suggestion is pending for this image. */
  hasOther: boolean;
  /** The site or the screen requires a decision about each new text. */
  isReviewed: boolean;
  /** The user pressed Stop during the request. */
  isStopped?: boolean;
}

/**
 * A generated text that arrives: null if it is written without asking, which happens only to an image
 * that had no text and has none; else the suggestion that waits, with the cause.
 */
export function holdArrival<Held extends Suggestion>(
  suggestion: Held,
  { before, present, hasOther, isReviewed, isStopped = false }: Arrival,
): Held | null {
  if (present !== before) {
    return { ...suggestion, cause: 'edited' };
  }
  const mustWait = hasOther || isReviewed || isStopped || suggestion.verdict !== null;
  if (present.trim() === '' && !mustWait) {
    return null;
  }
  return { ...suggestion, cause: isStopped && !hasOther ? 'stopped' : null };
}

interface Balance {
  credits: number;
  /** When it was received, in ms since 1970. */
  at: number;
}

/**
 * Whether the known balance is newer than one that a request brought. Several requests may run in
 * parallel, and responses may arrive in a different order than the charges. If two overlapped, the
 * lower balance counts.
 * @param known     The balance that is shown.
 * @param received  The credits in the response.
 * @param startedAt When the request was sent.
 */
export function isOvertaken(known: Balance, received: number, startedAt: number): boolean {
  return known.at >= startedAt && known.credits < received;
}
