import type { ApiError } from '../../common/api-error.ts';
import type { GenerateRequest, WriteTo } from '../../common/api.ts';
import { targetKey, type AltTextTarget, type ImageKey } from '../post/alt-text-target.ts';

/** By `targetKey`. */
export type Requests = Readonly<Record<string, RequestState>>;

/** The last request for one image. */
export interface RequestState {
  /** When the running request began (ms since 1970); null if none is running. */
  startedAt: number | null;
  /** Key of the image that all of the following is about. */
  imageKey: ImageKey | null;
  suggestion: Suggestion | null;
  /** Why the last request left no alt text. */
  notice: ImageNotice | null;
  /** The model found the image decorative. */
  seemsDecorative: boolean;
  /** Where the text of this request is to be written, also when its suggestion is applied; null: as the settings say. */
  writeTo: WriteTo | null;
}

/** How long a text the user asked for. */
export type TextLength = GenerateRequest['text_length'];

/** A text that waits for the user to apply it. */
export interface Suggestion {
  /** As the user edited it. */
  text: string;
  /** As it was generated; null if the user edits the present text. */
  generated: string | null;
  /** What the user had typed before another text was generated; null if nothing. */
  earlierEdit: string | null;
  /** Why it was not written to an image that had no text; null if it had one, or waits for review. */
  cause: 'away' | 'edited' | 'stopped' | null;
  textLength: TextLength;
  /** It came from the service's cache, without a credit. */
  isFree: boolean;
}

/** An error of one image. The editor adds codes of its own: `image_replaced`. */
export type ImageNotice = Pick<ApiError, 'code' | 'message' | 'problem'>;

export interface RequestAction {
  type: 'REQUEST_CHANGED';
  target: AltTextTarget;
  change: Partial<RequestState>;
}

/** One object for all images without a request, so that the selector returns the same each time. */
export const noRequest: RequestState = {
  startedAt: null,
  imageKey: null,
  suggestion: null,
  notice: null,
  seemsDecorative: false,
  writeTo: null,
};

export function reduceRequests(requests: Requests, { target, change }: RequestAction): Requests {
  const key = targetKey(target);
  return { ...requests, [key]: { ...(requests[key] ?? noRequest), ...change } };
}

/** The action that changes the request of one target. */
export const change = (target: AltTextTarget, changed: Partial<RequestState>): RequestAction => ({
  type: 'REQUEST_CHANGED',
  target,
  change: changed,
});

/** What stands in a suggestion that opens: nothing typed yet. */
export const newSuggestion = (generated: string): Suggestion => ({
  text: generated,
  generated,
  earlierEdit: null,
  cause: null,
  textLength: undefined,
  isFree: false,
});

/** What the user typed into a suggestion, or into the present text; null if nothing. */
export function keptEdit(previous: Suggestion, alt: string): string | null {
  return previous.text === (previous.generated ?? alt) ? previous.earlierEdit : previous.text;
}

/** True for a generated text; false while the user edits the present one, or without a suggestion. */
export function isGenerated(suggestion: Suggestion | null): boolean {
  return suggestion !== null && suggestion.generated !== null;
}

/**
 * A text that came while its image was not in the editor: another template or pattern was open, or its block
 * was removed. It is paid for, so that it waits until that image is there again, in the same post.
 */
export interface KeptText {
  postId: number;
  target: AltTextTarget;
  imageKey: ImageKey;
  suggestion: Suggestion;
}

export type KeptTextAction =
  { type: 'TEXT_KEPT'; text: KeptText } | { type: 'TEXT_GIVEN_BACK'; text: KeptText };

export function reduceKeptTexts(
  texts: readonly KeptText[],
  action: KeptTextAction,
): readonly KeptText[] {
  return action.type === 'TEXT_KEPT'
    ? [...texts, action.text]
    : texts.filter((text) => text !== action.text);
}
