import type { ApiError } from '../../common/api-error.ts';
import type { GeneratedAltText, WriteTo } from '../../common/api.ts';
import { editorBootData } from '../boot-data.ts';
import type { AltTextTarget, AppliedAltText } from '../post/alt-text-target.ts';
import { buildGenerateRequest, findPostId } from '../post/generate-request.ts';
import { imageKey, type EditorImage } from '../post/editor-image.ts';
import { findImage } from '../post/images.ts';
import { announce, startSayingStillWorking } from './announce.ts';
import { resolveResult } from './apply-alt-text.ts';
import { unexpectedError } from './error-handling.ts';
import {
  change,
  isGenerated,
  newSuggestion,
  type ImageNotice,
  type Suggestion,
  type TextLength,
} from './requests.ts';
import { send } from './send.ts';
import type { Thunk } from './thunk.ts';
import { findPlaces, planWrite, writePlanned } from './write-places.ts';

/** How the generation of one alt text ended. */
export type Outcome =
  | { kind: 'applied'; applied: AppliedAltText }
  | { kind: 'suggested'; text: string }
  | { kind: 'discarded'; notice: ImageNotice }
  | { kind: 'failed'; error: ApiError }
  /** The user stopped it, or the image cannot get alt text now. */
  | { kind: 'skipped' };

export interface GenerateOptions {
  textLength?: TextLength;
  /** True if the focus moves to the suggestion, which is read out then. */
  takesFocus?: () => boolean;
}

/**
 * Generates the alt text of one image: fills an empty one, and suggests it beside any other. A text
 * that comes after Stop is suggested, too.
 */
export const generate =
  (target: AltTextTarget, { textLength, takesFocus }: GenerateOptions = {}): Thunk =>
  async ({ dispatch, select }) => {
    const stopCount = select.getStopCount();
    const end = startSayingStillWorking();
    const isStopped = () => select.getStopCount() !== stopCount;
    const outcome = await dispatch(generateSilently(target, { textLength, isStopped }));
    end();
    if (outcome.kind !== 'suggested' || takesFocus?.() !== true) {
      dispatch(announce(outcome));
    }
  };

interface SilentOptions {
  textLength?: TextLength;
  /** Default: the settings. */
  writeTo?: WriteTo;
  /** True if the text must not be written any more. */
  isStopped?: () => boolean;
}

/** As `generate`, without a message to the user. It never rejects. */
export const generateSilently =
  (target: AltTextTarget, options: SilentOptions = {}): Thunk<Promise<Outcome>> =>
  async ({ dispatch }) => {
    try {
      return await dispatch(generateImage(target, options));
    } catch {
      // Other plugins may break what is read from the post, or written to it.
      const error = unexpectedError('image_failed');
      dispatch(change(target, { startedAt: null, notice: error }));
      return { kind: 'failed', error };
    }
  };

const generateImage =
  (
    target: AltTextTarget,
    { textLength, writeTo, isStopped }: SilentOptions,
  ): Thunk<Promise<Outcome>> =>
  async ({ dispatch, select, registry }) => {
    const image = findImage(registry, target);
    const postId = findPostId(registry);
    const { startedAt } = select.getRequestState(target);
    if (!image || postId === null || startedAt !== null || !canGenerate(image)) {
      return { kind: 'skipped' };
    }
    // The present suggestion may have been made for another image.
    const suggestion = select.getSuggestion(image);
    dispatch(
      change(target, {
        startedAt: Date.now(),
        imageKey: imageKey(image),
        suggestion,
        notice: null,
        seemsDecorative: false,
      }),
    );
    const places = await dispatch(findPlaces(image, writeTo));
    if (places.length === 0) {
      dispatch(change(target, { startedAt: null }));
      return { kind: 'skipped' };
    }
    const built = buildGenerateRequest(registry, postId, image, {
      regenerate: holdsKnownText(suggestion, textLength) || select.isWritten(image),
      typedKeywords: select.getTypedKeywords(),
    });
    const result = built.ok
      ? await dispatch(send({ ...built.value, ...(textLength && { text_length: textLength }) }))
      : built;
    dispatch(change(target, { startedAt: null }));
    if (!result) {
      return { kind: 'skipped' };
    }
    if (!result.ok) {
      // One notice for all images says that there are no credits.
      if (result.error.code !== 'altscribe_insufficient_credits') {
        dispatch(change(target, { notice: result.error }));
      }
      return { kind: 'failed', error: result.error };
    }
    const options = { places, textLength, isStopped: isStopped?.() === true };
    return dispatch(resolve(image, result.value, options));
  };

const resolve =
  (
    before: EditorImage,
    { altText: text, purpose, isFromCache }: GeneratedAltText,
    {
      places,
      textLength,
      isStopped,
    }: { places: readonly AltTextTarget[]; textLength: TextLength; isStopped: boolean },
  ): Thunk<Outcome> =>
  ({ dispatch, select, registry }) => {
    const { target } = before;
    const now = findImage(registry, target);
    const resolution = resolveResult(before, now);
    if (resolution.kind === 'discard') {
      const notice = now ? resolution.notice : null;
      dispatch(change(target, { imageKey: now ? imageKey(now) : null, suggestion: null, notice }));
      return { kind: 'discarded', notice: resolution.notice };
    }
    dispatch(change(target, { seemsDecorative: purpose === 'decorative' }));
    // "Regenerate" replaces the suggestion, even if the image has no alt text.
    const previous = select.getSuggestion(before);
    const mustWait = isStopped || editorBootData.reviewNewTexts;
    if (resolution.kind === 'suggest' || previous || mustWait) {
      const wasEdited = resolution.kind === 'suggest' && resolution.wasEdited;
      const stopCause = isStopped && !previous ? 'stopped' : null;
      const suggestion: Suggestion = {
        ...newSuggestion(text),
        earlierEdit: previous && keptEdit(previous, before.alt),
        cause: wasEdited ? 'edited' : stopCause,
        textLength,
        isFree: isFromCache,
      };
      dispatch(change(target, { suggestion }));
      return { kind: 'suggested', text };
    }
    const applied = dispatch(planWrite(before, places, text));
    dispatch(writePlanned([applied], false));
    return { kind: 'applied', applied };
  };

/** What the user typed into a suggestion, or into the present text; null if nothing. */
function keptEdit(previous: Suggestion, alt: string): string | null {
  return previous.text === (previous.generated ?? alt) ? previous.earlierEdit : previous.text;
}

/** True if the cache of the service holds the very text that the user wants to replace. */
function holdsKnownText(suggestion: Suggestion | null, textLength: TextLength): boolean {
  return isGenerated(suggestion) && suggestion?.textLength === textLength;
}

function canGenerate({ state }: EditorImage): boolean {
  return state === 'missing' || state === 'has-alt';
}
