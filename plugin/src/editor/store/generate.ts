import type { DataRegistry } from '@wordpress/data';
import {
  type Account,
  type GenerateRequest,
  type GeneratedAltText,
  type Result,
  type WriteTo,
  generateAltText,
} from '../../common/api.ts';
import { unexpectedError } from '../../common/api-error.ts';
import type { SentSurroundings } from '../../common/image-context.ts';
import {
  holdArrival,
  isGenerated,
  isOvertaken,
  newSuggestion,
  toSuggestion,
} from '../../common/request/state.ts';
import { isSameText, sameText } from '../../common/request/announce.ts';
import { startSayingStillWorking } from '../../common/run/announce.ts';
import { askWhileBusy } from '../../common/run/busy.ts';
import { editorBootData } from '../boot-data.ts';
import { type AltTextTarget, targetKey } from '../post/alt-text-target.ts';
import { findPostId, isLanguageOfPost } from '../post/current-post.ts';
import { type EditorImage, imageKey } from '../post/editor-image.ts';
import { buildGenerateRequest } from '../post/generate-request.ts';
import { byTarget, findImage, listImages } from '../post/images.ts';
import { type Outcome, announce, announceApplied } from './announce.ts';
import { findPlaces, checkUsable, planWrite, writePlanned } from './apply-alt-text.ts';
import {
  isHeld,
  newRow,
  placeSuggestions,
  putAway,
  storeSuggestion,
} from './stored-suggestions.ts';
import { findSourceOf, newSource } from '../post/sources.ts';
import { placeOf } from '../post/places.ts';
import {
  type ImageNotice,
  type Suggestion,
  type TextLength,
  type Thunk,
  type ThunkArgs,
  change,
  keptEdit,
  noEdits,
} from './state.ts';
import { findAttachment, refreshAttachment } from '../post/attachments.ts';

/**
 * Sends a request and updates the account. While the service is busy it waits and tries again.
 * Returns null if the user pressed Stop.
 */
export const send =
  (request: GenerateRequest): Thunk<Promise<Result<GeneratedAltText> | null>> =>
  ({ dispatch, select }) => {
    const stopCount = select.getStopCount();
    const ask = async () => {
      const startedAt = Date.now();
      const result = await generateAltText(request);
      if (result.ok) {
        const account = withNewestBalance(result.value.account, select, startedAt);
        dispatch({ type: 'ACCOUNT_RECEIVED', account, at: Date.now() });
      } else if (result.error.code === 'altscribe_insufficient_credits') {
        const { error } = result;
        const planType = error.planType || (select.getAccount()?.planType ?? '');
        const account = { planType, creditsAvailable: 0, creditsError: error };
        dispatch({ type: 'ACCOUNT_RECEIVED', account, at: Date.now() });
      }
      return result;
    };
    return askWhileBusy(ask, {
      getBusyUntil: select.getBusyUntil,
      setBusyUntil: (until) => dispatch({ type: 'SERVICE_BUSY', until }),
      isStopped: () => select.getStopCount() !== stopCount,
    });
  };

/**
 * The account as in a response, with the known balance if that is newer, and its message.
 */
function withNewestBalance(
  account: Account,
  { getAccount, getAccountReceivedAt }: ThunkArgs['select'],
  startedAt: number,
): Account {
  const known = getAccount();
  const credits = known?.creditsAvailable ?? Infinity;
  return known &&
    isOvertaken({ credits, at: getAccountReceivedAt() ?? 0 }, account.creditsAvailable, startedAt)
    ? { ...account, creditsAvailable: known.creditsAvailable, creditsError: known.creditsError }
    : account;
}

export interface GenerateOptions {
  textLength?: TextLength;
  /** The author's note about the image. */
  hint?: string;
}

/**
 * Generates the alt text of one image: fills an empty one, and suggests the text beside any other.
 * A text that arrives after Stop is also suggested.
 */
export const generate =
  (target: AltTextTarget, { textLength, hint }: GenerateOptions = {}): Thunk =>
  async ({ dispatch, select }) => {
    const stopCount = select.getStopCount();
    const end = startSayingStillWorking();
    const isStopped = () => select.getStopCount() !== stopCount;
    const outcome = await dispatch(generateSilently(target, { textLength, hint, isStopped }));
    end();
    dispatch(announce(outcome));
  };

/** One text for several places. */
export interface SharedText {
  /** The context of the request; undefined: that of the place. */
  context: SentSurroundings | undefined;
  /** Null until the first place has got it. */
  answer: GeneratedAltText | null;
}

export interface SilentOptions {
  textLength?: TextLength;
  hint?: string;
  shared?: SharedText;
  /** Default: the settings. */
  writeTo?: WriteTo;
  /** True if the text must no longer be written. */
  isStopped?: () => boolean;
}

/** Like `generate`, without a message to the user. It never rejects. */
export const generateSilently =
  (target: AltTextTarget, options: SilentOptions = {}): Thunk<Promise<Outcome>> =>
  async ({ dispatch }) => {
    try {
      return await dispatch(generateImage(target, options));
    } catch {
      // Other plugins may interfere with reading from the post or writing to it.
      const error = unexpectedError('image_failed');
      dispatch(change(target, { startedAt: null, notice: error }));
      return { kind: 'failed', error };
    }
  };

const generateImage =
  (
    target: AltTextTarget,
    { textLength, hint = '', writeTo, shared, isStopped }: SilentOptions,
  ): Thunk<Promise<Outcome>> =>
  async ({ dispatch, select, registry }) => {
    // A text that is already paid for may wait for this image.
    dispatch(placeSuggestions());
    const image = findImage(registry, target);
    const postId = findPostId(registry);
    if (!image || postId === null || isRunning(registry, select, image) || !canGenerate(image)) {
      return { kind: 'skipped' };
    }
    const last = select.getRequestState(target);
    // "Try again" and "Rewrite" use the same place.
    const isAgain = select.getSuggestion(image) !== null || select.getNotice(image) !== null;
    const place = writeTo ?? (isAgain ? last.writeTo : null);
    const stopCount = select.getStopCount();
    // The current suggestion may have been made for another image.
    const suggestion = select.getSuggestion(image);
    // Before the request, because the image may be away after it.
    const row =
      (last.applied?.suggestion ?? suggestion)?.row ??
      newRow({
        postId,
        attachmentId: image.attachmentId ?? 0,
        place: placeOf(registry, image),
        isLong: false,
      });
    const more = { textLength, hint, row, replaces: image.alt };
    dispatch(
      change(target, {
        startedAt: Date.now(),
        imageKey: imageKey(image),
        suggestion,
        notice: null,
        writeTo: place,
      }),
    );
    const places = await dispatch(findPlaces(image, place));
    const isOver = findPostId(registry) !== postId || select.getStopCount() !== stopCount;
    if (isOver || (places.ok && places.value.length === 0)) {
      dispatch(change(target, { startedAt: null }));
      return { kind: 'skipped' };
    }
    // The image may have been replaced, and a text for the old one would waste a credit.
    const now = findImage(registry, target);
    const early = checkUsable(image, now);
    if (early.discarded) {
      dispatch(change(target, { startedAt: null }));
      return dispatch(discard(now, early.discarded));
    }
    if (!places.ok) {
      dispatch(change(target, { startedAt: null, notice: places.error }));
      return { kind: 'failed', error: places.error };
    }
    const built = buildGenerateRequest(registry, postId, early.now, {
      regenerate:
        holdsKnownText(suggestion, textLength) ||
        select.isWritten(early.now) ||
        findSourceOf(registry, early.now)?.source === 'generated',
      typedKeywords: select.getTypedKeywords(),
      context: shared?.context,
    });
    const ask = () =>
      built.ok
        ? dispatch(
            send({
              ...built.value,
              ...(textLength && { text_length: textLength }),
              ...(hint !== '' && { hint }),
            }),
          )
        : built;
    const result = shared?.answer ? { ok: true as const, value: shared.answer } : await ask();
    if (shared && result?.ok) {
      shared.answer = result.value;
    }
    const purpose = result?.ok ? result.value.purpose : last.purpose;
    dispatch(change(target, { startedAt: null, purpose }));
    if (!result) {
      return { kind: 'skipped' };
    }
    dispatch(placeSuggestions());
    const present = findImage(registry, target);
    const isHere = present && !checkUsable(image, present).discarded;
    // This replaces neither a pending text nor an accepted one that is not saved.
    if (
      !result.ok &&
      result.error.problem === 'declined' &&
      isHere &&
      !isHeld(select.getRequestState(target))
    ) {
      const declined = { ...newSuggestion(''), ...noEdits, ...more, verdict: 'declined' } as const;
      dispatch(change(target, { imageKey: imageKey(present), suggestion: declined }));
      dispatch(storeSuggestion(early.now, declined));
      return { kind: 'failed', error: result.error };
    }
    if (!result.ok) {
      // One notice for all images states that there are no credits.
      if (result.error.code !== 'altscribe_insufficient_credits') {
        dispatch(change(target, { notice: result.error }));
      }
      return { kind: 'failed', error: result.error };
    }
    return dispatch(
      resolve(image, postId, result.value, {
        places: places.value,
        more,
        isStopped: isStopped?.() === true,
      }),
    );
  };

interface ResolveOptions {
  places: readonly AltTextTarget[];
  more: Pick<Suggestion, 'textLength' | 'hint' | 'row' | 'replaces'>;
  isStopped: boolean;
}

const resolve =
  (
    before: EditorImage,
    postId: number,
    answer: GeneratedAltText,
    { places, more, isStopped }: ResolveOptions,
  ): Thunk<Outcome> =>
  ({ dispatch, select, registry }) => {
    const { target } = before;
    const isAway = findPostId(registry) !== postId;
    const present = isAway ? undefined : findImage(registry, target);
    const shared = toSuggestion(answer, before.decorative.can);
    const suggestion: Suggestion = { ...shared, ...noEdits, ...more };
    const { altText: text } = answer;
    const usable = checkUsable(before, present);
    if (usable.discarded) {
      // The text is paid for, so it waits for its image.
      const { writeTo } = select.getRequestState(target);
      dispatch(storeSuggestion(before, suggestion));
      dispatch(putAway(before, { ...suggestion, cause: 'away' }, writeTo));
      return isAway ? { kind: 'suggested', text } : dispatch(discard(present, usable.discarded));
    }
    const { now } = usable;
    // "Rewrite" replaces the suggestion, even if the image has no alt text.
    const previous = select.getSuggestion(now);
    if (!suggestion.verdict && isSameText(text, previous?.generated ?? now.alt)) {
      if (previous) {
        // The service has cached this text, so the next request bypasses the cache.
        dispatch(change(target, { suggestion: { ...previous, textLength: more.textLength } }));
      }
      return dispatch(discard(now, { code: 'same_text', message: sameText() }));
    }
    const waiting = holdArrival(suggestion, {
      before: before.alt,
      present: now.alt,
      hasOther: previous !== null,
      isReviewed: editorBootData.reviewNewTexts,
      isStopped,
    });
    if (waiting) {
      const edited = previous ?? select.getRequestState(target).applied?.suggestion;
      waiting.earlierEdit = edited ? keptEdit(edited, before.alt) : null;
      waiting.replaces = now.alt;
      // An earlier text that is in the post stays there. In the meantime, another image may have been here.
      const changed = { imageKey: imageKey(now), suggestion: waiting, applied: null };
      dispatch(change(target, changed));
      dispatch(storeSuggestion(now, waiting));
      return { kind: 'suggested', text };
    }
    const source = newSource(text, suggestion, false);
    const applied = dispatch(planWrite(now, places, text, source));
    dispatch(writePlanned([applied]));
    return { kind: 'applied', applied };
  };

/** Reports at the current image why the text cannot be used. */
const discard =
  (now: EditorImage | undefined, notice: ImageNotice): Thunk<Outcome> =>
  ({ dispatch, select }) => {
    if (now) {
      const suggestion = select.getSuggestion(now);
      dispatch(change(now.target, { imageKey: imageKey(now), suggestion, notice }));
    }
    return { kind: 'discarded', notice };
  };

/** True if the service has cached the very text that the user wants to replace. */
function holdsKnownText(suggestion: Suggestion | null, textLength: TextLength): boolean {
  return isGenerated(suggestion) && suggestion?.textLength === textLength;
}

/** A request for this image is running, perhaps for the place from which it was cut. */
function isRunning(
  registry: DataRegistry,
  select: ThunkArgs['select'],
  image: EditorImage,
): boolean {
  const { target } = image;
  const shown = byTarget(listImages(registry));
  return Object.entries(select.getRequests()).some(
    ([key, { startedAt, imageKey: asked }]) =>
      startedAt !== null &&
      (key === targetKey(target) || (asked === imageKey(image) && !shown.has(key))),
  );
}

function canGenerate({ state }: EditorImage): boolean {
  return state === 'missing' || state === 'has-alt';
}

/**
 * Writes the text that the server generated for a new upload to all images in the post that show it
 * and have no text yet, as one undo step, and announces it. The media library already has it in the
 * attachment's language, which may differ from the post's.
 */
export const writeUploadText =
  (attachmentId: number, text: string): Thunk<void> =>
  ({ dispatch, registry }) => {
    const isOfPost = isLanguageOfPost(
      registry,
      findAttachment(registry, attachmentId)?.language ?? '',
    );
    const source = newSource(text, { model: '', prompt: '' }, false);
    const planned = listImages(registry)
      .filter(
        (image) =>
          isOfPost &&
          image.attachmentId === attachmentId &&
          image.state === 'missing' &&
          image.target.type !== 'attachment',
      )
      .map((image) => dispatch(planWrite(image, [image.target], text, source)));
    refreshAttachment(registry, attachmentId);
    dispatch(writePlanned(planned));
    for (const applied of planned) {
      dispatch(announceApplied(applied));
    }
  };
