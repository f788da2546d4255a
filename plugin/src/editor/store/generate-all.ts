import type { DataRegistry } from '@wordpress/data';
import { affectsEveryImage } from '../../common/api-error.ts';
import type { WriteTo } from '../../common/api.ts';
import { announceUndone } from '../../common/run/announce.ts';
import { isGenerated } from '../../common/request/state.ts';
import { type RunOutcome, runAll } from '../../common/run/run.ts';
import { editorBootData } from '../boot-data.ts';
import type { AltTextTarget, AppliedAltText } from '../post/alt-text-target.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { findImage, listImages } from '../post/images.ts';
import { listPlaces, findCommonContext, groupPlaces } from '../post/places.ts';
import { announceBatch } from './announce.ts';
import { undoAltTexts, needsText } from './apply-alt-text.ts';
import { generateSilently, type SharedText } from './generate.ts';
import type { GenerateAllOptions } from './batch.ts';
import { hasFreeText, applyLibraryTexts } from './suggestions.ts';
import { change, type Thunk, type ThunkArgs } from './state.ts';

/**
 * Generates every missing alt text, except if a suggestion awaits a decision. The places of an
 * image share a text: see `isPerPlace`. Does nothing while another batch runs.
 */
export const generateAll =
  (options: GenerateAllOptions = {}): Thunk =>
  async ({ dispatch, select, registry }) => {
    if (select.getBatch()?.isRunning === true) {
      return;
    }
    const { withLibraryTexts = false, isFreeOnly = false, writeTo } = options;
    // First, because the total includes the copied texts and those left to generate.
    const applied = withLibraryTexts ? dispatch(applyLibraryTexts()) : [];
    const waiting = listImages(registry).filter(
      (image) =>
        !isFreeOnly &&
        isWanted(select, image, writeTo) &&
        !(withLibraryTexts && hasFreeText(image)),
    );
    const stopCount = select.getStopCount();
    const isStopped = () => select.getStopCount() !== stopCount;
    await runAll(
      {
        applied,
        count: waiting.length,
        requests: waiting.length,
        listGroups: () => groupWaiting(registry, waiting, options),
        work: (place) => dispatch(generateNext(place, isStopped, writeTo)),
        isPaid: ({ shared }) => shared.answer !== null,
      },
      {
        getRun: select.getBatch,
        change: (changes) => dispatch({ type: 'BATCH_CHANGED', changes: { ...changes, options } }),
        isStopped,
      },
    );
    await dispatch(announceBatch());
  };

/** Runs the last batch again with the same options. */
export const retryBatch =
  (): Thunk =>
  ({ dispatch, select }) =>
    dispatch(generateAll(select.getBatch()?.options));

function isWanted(select: ThunkArgs['select'], image: EditorImage, writeTo?: WriteTo): boolean {
  return (
    needsText(image, writeTo) &&
    !isGenerated(select.getSuggestion(image)) &&
    !select.isQueued(image)
  );
}

/** A place without a text. */
interface Waiting {
  target: AltTextTarget;
  shared: SharedText;
}

/** The places of images in groups that share a text. */
function groupWaiting(
  registry: DataRegistry,
  waiting: readonly EditorImage[],
  { writeTo = editorBootData.writeTo, isPerPlace = false }: GenerateAllOptions,
): Waiting[][] {
  return groupPlaces(listPlaces(registry, waiting, writeTo), isPerPlace).map((places) => {
    const shared = { context: findCommonContext(places), answer: null };
    return places.map(({ image: { target } }) => ({ target, shared }));
  });
}

const generateNext =
  (
    { target, shared }: Waiting,
    isStopped: () => boolean,
    writeTo?: WriteTo,
  ): Thunk<Promise<RunOutcome<AltTextTarget, AppliedAltText>>> =>
  async ({ dispatch, select, registry }) => {
    const image = findImage(registry, target);
    if (!image || !isWanted(select, image, writeTo)) {
      // The user wrote or requested an alt text, or removed the image, since the batch started.
      return { kind: 'unchanged' };
    }
    const wasPaid = shared.answer !== null;
    const outcome = await dispatch(generateSilently(target, { writeTo, shared }));
    const isFree = wasPaid ? undefined : shared.answer?.isFromCache;
    switch (outcome.kind) {
      case 'applied':
        return { ...outcome, isFree };
      case 'suggested':
        return { kind: 'suggested', isFree };
      case 'failed':
        if (affectsEveryImage(outcome.error)) {
          // The notice of the batch shows the error; the image does not repeat it.
          dispatch(change(target, { notice: null }));
        }
        return { ...outcome, image: target, isFree };
      case 'discarded':
        return { kind: 'unchanged', isFree };
      case 'skipped':
        return { kind: isStopped() ? 'stopped' : 'unchanged' };
    }
  };

/**
 * Restores the texts that the last batch replaced, in one undo step, except those the user has
 * edited since.
 */
export const undoBatch =
  (): Thunk<void> =>
  ({ dispatch, select }) => {
    const undone = dispatch(undoAltTexts(select.getBatch()?.applied ?? []));
    dispatch({ type: 'BATCH_CHANGED', changes: null });
    announceUndone(undone.length);
  };
