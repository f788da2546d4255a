import { speak } from '@wordpress/a11y';
import { __, sprintf } from '@wordpress/i18n';
import { store as noticesStore } from '@wordpress/notices';
import type { ApiError } from '../../common/api-error.ts';
import {
  generateAltText,
  type GeneratedAltText,
  type GenerateRequest,
  type Result,
  type WriteTo,
} from '../../common/api.ts';
import type { AltTextTarget, AppliedAltText } from '../post/alt-text-target.ts';
import { buildGenerateRequest, findPostId } from '../post/generate-request.ts';
import { findImage, imageKey, type EditorImage } from '../post/images.ts';
import { announceApplied, resolveResult } from './apply-alt-text.ts';
import { unexpectedError } from './error-handling.ts';
import type { ImageNotice, RequestState } from './state.ts';
import type { Thunk } from './thunk.ts';
import { findPlaces, writeToPlaces } from './write-places.ts';

/** How the generation of one alt text ended. */
export type Outcome =
  | { kind: 'applied'; applied: AppliedAltText }
  | { kind: 'suggested'; text: string }
  | { kind: 'discarded'; notice: ImageNotice }
  | { kind: 'failed'; error: ApiError }
  /** The user stopped it, or the image cannot get alt text now. */
  | { kind: 'skipped' };

/** How often a waiting request checks whether the user pressed Stop, in milliseconds. */
const stopCheckInterval = 250;

/** Generates the alt text of one image: fills an empty one, and suggests it beside any other. */
export const generate =
  (target: AltTextTarget): Thunk =>
  async ({ dispatch }) => {
    dispatch(announce(await dispatch(generateSilently(target))));
  };

/**
 * As `generate`, without a message to the user. It never rejects. `writeTo`: default: the settings.
 */
export const generateSilently =
  (target: AltTextTarget, writeTo?: WriteTo): Thunk<Promise<Outcome>> =>
  async ({ dispatch }) => {
    try {
      return await dispatch(generateImage(target, writeTo));
    } catch {
      // Other plugins may break what is read from the post, or written to it.
      const error = unexpectedError('image_failed');
      dispatch(change(target, { startedAt: null, notice: error }));
      return { kind: 'failed', error };
    }
  };

const generateImage =
  (target: AltTextTarget, writeTo?: WriteTo): Thunk<Promise<Outcome>> =>
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
      }),
    );
    const places = await dispatch(findPlaces(image, writeTo));
    if (places.length === 0) {
      dispatch(change(target, { startedAt: null }));
      return { kind: 'skipped' };
    }
    const built = buildGenerateRequest(registry, postId, image, {
      // The cache of the service may hold the very text that the user wants to replace.
      regenerate: image.state === 'has-alt' || suggestion !== null,
      typedKeywords: select.getTypedKeywords(),
    });
    const result = built.ok ? await dispatch(send(built.value)) : built;
    dispatch(change(target, { startedAt: null }));
    if (!result) {
      return { kind: 'skipped' };
    }
    if (result.ok) {
      return dispatch(resolve(image, result.value.altText, places));
    }
    // One notice for all images says that there are no credits.
    if (result.error.code !== 'altscribe_insufficient_credits') {
      dispatch(change(target, { notice: result.error }));
    }
    return { kind: 'failed', error: result.error };
  };

/**
 * Sends a request and updates the account. While the service is busy it waits and tries again.
 * Returns null if the user pressed Stop.
 */
const send =
  (request: GenerateRequest): Thunk<Promise<Result<GeneratedAltText> | null>> =>
  async ({ dispatch, select }) => {
    const stopCount = select.getStopCount();
    while (await dispatch(waitWhileBusy(stopCount))) {
      const result = await generateAltText(request);
      if (result.ok) {
        dispatch({ type: 'ACCOUNT_RECEIVED', account: result.value.account, at: Date.now() });
        return result;
      }
      const { error } = result;
      if (error.code === 'altscribe_insufficient_credits') {
        const planType = error.planType || (select.getAccount()?.planType ?? '');
        const account = { planType, creditsAvailable: 0, creditsError: error };
        dispatch({ type: 'ACCOUNT_RECEIVED', account, at: Date.now() });
      }
      if (error.retryAfterSeconds === undefined) {
        return result;
      }
      if (select.getStopCount() === stopCount) {
        dispatch({ type: 'SERVICE_BUSY', until: Date.now() + error.retryAfterSeconds * 1_000 });
      }
    }
    return null;
  };

/** Returns false if the user pressed Stop. All requests wait until the same time. */
const waitWhileBusy =
  (stopCount: number): Thunk<Promise<boolean>> =>
  async ({ select }) => {
    while (select.getStopCount() === stopCount) {
      const left = (select.getBusyUntil() ?? 0) - Date.now();
      if (left <= 0) {
        return true;
      }
      await new Promise((done) => setTimeout(done, Math.min(left, stopCheckInterval)));
    }
    return false;
  };

const resolve =
  (before: EditorImage, text: string, places: readonly AltTextTarget[]): Thunk<Outcome> =>
  ({ dispatch, select, registry }) => {
    const { target } = before;
    const now = findImage(registry, target);
    const resolution = resolveResult(before, now);
    if (resolution.kind === 'discard') {
      const notice = now ? resolution.notice : null;
      dispatch(change(target, { imageKey: now ? imageKey(now) : null, suggestion: null, notice }));
      return { kind: 'discarded', notice: resolution.notice };
    }
    // "Regenerate" replaces the suggestion, even if the image has no alt text.
    const hadSuggestion = select.getSuggestion(before) !== null;
    if (resolution.kind === 'suggest' || hadSuggestion) {
      const wasEdited = resolution.kind === 'suggest' && resolution.wasEdited;
      dispatch(change(target, { suggestion: { text, wasEdited } }));
      return { kind: 'suggested', text };
    }
    return { kind: 'applied', applied: dispatch(writeToPlaces(before, places, text)) };
  };

const announce =
  (outcome: Outcome): Thunk<void> =>
  ({ dispatch, registry }) => {
    switch (outcome.kind) {
      case 'applied':
        dispatch(announceApplied(outcome.applied));
        break;
      case 'suggested':
        /* translators: %s: an alt text. */
        speak(sprintf(__('Suggested alt text: %s', 'altscribe'), outcome.text));
        break;
      case 'failed':
        speak(outcome.error.message, 'assertive');
        break;
      case 'discarded':
        if (outcome.notice.code === 'image_removed') {
          // The row that would show the notice is gone, too. A snackbar is read out.
          void registry
            .dispatch(noticesStore)
            .createInfoNotice(outcome.notice.message, { type: 'snackbar' });
        } else {
          speak(outcome.notice.message, 'assertive');
        }
        break;
      case 'skipped':
        break;
    }
  };

const change = (target: AltTextTarget, changed: Partial<RequestState>) =>
  ({ type: 'REQUEST_CHANGED', target, change: changed }) as const;

function canGenerate({ state }: EditorImage): boolean {
  return state === 'missing' || state === 'has-alt';
}
