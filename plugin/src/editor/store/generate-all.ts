import type { DataRegistry } from '@wordpress/data';
import { affectsEveryImage, type ApiError } from '../../common/api-error.ts';
import type { GeneratedAltText, WriteTo } from '../../common/api.ts';
import { editorBootData } from '../boot-data.ts';
import type { AltTextTarget } from '../post/alt-text-target.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { findImage, listImages } from '../post/images.ts';
import { listPlaces, findCommonContext, groupPlaces } from '../post/places.ts';
import {
  announceBatch,
  announceProgress,
  announceStart,
  announceTakenBack,
  startSayingStillWorking,
} from './announce.ts';
import { undoAltTexts, needsText } from './apply-alt-text.ts';
import { generateSilently, type SharedText, type SilentOptions } from './generate.ts';
import type { BatchStep, GenerateAllOptions } from './batch.ts';
import { unexpectedError } from './error-handling.ts';
import type { Outcome } from './announce.ts';
import { hasFreeText, useLibraryTexts as copyLibraryTexts } from './suggestions.ts';
import { change, isGenerated, type Thunk, type ThunkArgs } from './state.ts';

/** How many images are processed in parallel. */
const atOnce = 3;

/**
 * Generates every missing alt text, except if a suggestion awaits a decision. The places of an
 * image share a text: see `isPerPlace`. An error with one
 * image leaves that image unchanged; an error that affects every image ends the batch. Does nothing
 * while another batch runs.
 */
export const generateAll =
  (options: GenerateAllOptions = {}): Thunk =>
  async ({ dispatch, select, registry }) => {
    if (select.getBatch()?.isRunning === true) {
      return;
    }
    const { useLibraryTexts = false, isFreeOnly = false, writeTo } = options;
    // First, because the total includes the copied texts and those left to generate.
    const copied = useLibraryTexts ? dispatch(copyLibraryTexts()) : [];
    const waiting = listImages(registry).filter(
      (image) =>
        !isFreeOnly && isWanted(select, image, writeTo) && !(useLibraryTexts && hasFreeText(image)),
    );
    const stopCount = select.getStopCount();
    let error: ApiError | null = null;
    dispatch({ type: 'BATCH_STARTED', total: copied.length + waiting.length, options });
    for (const applied of copied) {
      dispatch({ type: 'BATCH_ADVANCED', step: { kind: 'applied', applied } });
    }
    if (waiting.length > 0) {
      announceStart(waiting.length);
    }
    let endWait = startSayingStillWorking();
    const answers: GeneratedAltText[] = [];
    const isOver = () => error !== null || select.getStopCount() !== stopCount;
    const work = async (groups: ReturnType<typeof groupWaiting>) => {
      for (let group = groups.shift(); group; group = groups.shift()) {
        const { images, shared } = group;
        for (const { target } of images) {
          // Once the text is there, the other places get it even after Stop: it is paid for.
          if (isOver() && !shared.answer) {
            return;
          }
          try {
            error = (await dispatch(generateNext(target, stopCount, { writeTo, shared }))) ?? error;
          } catch {
            error = unexpectedError('batch_failed');
          }
          endWait();
          endWait = startSayingStillWorking();
        }
        if (shared.answer) {
          answers.push(shared.answer);
        }
      }
    };
    try {
      const groups = groupWaiting(registry, waiting, options);
      await Promise.all(Array.from({ length: atOnce }, () => work(groups)));
    } catch {
      error = unexpectedError('batch_failed');
    }
    endWait();
    const charged = answers.filter(({ isFromCache }) => !isFromCache).length;
    const cost = charged < answers.length ? charged : null;
    dispatch({ type: 'BATCH_ENDED', error, cost });
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

/** The places of images in groups that share a text. */
function groupWaiting(
  registry: DataRegistry,
  waiting: readonly EditorImage[],
  { writeTo = editorBootData.writeTo, isPerPlace = false }: GenerateAllOptions,
): { images: EditorImage[]; shared: SharedText }[] {
  return groupPlaces(listPlaces(registry, waiting, writeTo), isPerPlace).map((places) => ({
    images: places.map(({ image }) => image),
    shared: { context: findCommonContext(places), answer: null },
  }));
}

/** Processes one image of a batch. Returns the error that must end the batch. */
const generateNext =
  (
    target: AltTextTarget,
    stopCount: number,
    options: Pick<SilentOptions, 'writeTo' | 'shared'>,
  ): Thunk<Promise<ApiError | null>> =>
  async ({ dispatch, select, registry }) => {
    const image = findImage(registry, target);
    if (!image || !isWanted(select, image, options.writeTo)) {
      // The user wrote or requested an alt text, or removed the image, since the batch started.
      dispatch(advance({ kind: 'unchanged' }));
      return null;
    }
    const outcome = await dispatch(generateSilently(target, options));
    if (outcome.kind === 'skipped' && select.getStopCount() !== stopCount) {
      return null;
    }
    if (outcome.kind === 'failed' && affectsEveryImage(outcome.error)) {
      // The notice of the batch shows the error; the image does not repeat it.
      dispatch(change(target, { notice: null }));
      return outcome.error;
    }
    dispatch(advance(toStep(target, outcome)));
    return null;
  };

const advance =
  (step: BatchStep): Thunk<void> =>
  ({ dispatch, select }) => {
    dispatch({ type: 'BATCH_ADVANCED', step });
    const batch = select.getBatch();
    if (batch) {
      announceProgress(batch);
    }
  };

function toStep(target: AltTextTarget, outcome: Outcome): BatchStep {
  switch (outcome.kind) {
    case 'applied':
    case 'suggested':
      return outcome;
    case 'failed':
      return { kind: 'failed', target };
    case 'discarded':
    case 'skipped':
      return { kind: 'unchanged' };
  }
}

/**
 * Restores the texts that the last batch replaced, in one undo step, except those the user has
 * edited since.
 */
export const undoBatch =
  (): Thunk<void> =>
  ({ dispatch, select }) => {
    const count = dispatch(undoAltTexts(select.getBatch()?.applied ?? []));
    dispatch({ type: 'BATCH_DISMISSED' });
    announceTakenBack(count);
  };
