import { speak } from '@wordpress/a11y';
import { _n, sprintf } from '@wordpress/i18n';
import type { ApiError } from '../../common/api-error.ts';
import type { WriteTo } from '../../common/api.ts';
import { formatNumber } from '../../common/format.ts';
import type { AltTextTarget } from '../post/alt-text-target.ts';
import { findImage, listImages } from '../post/images.ts';
import { undoAltTexts } from './apply-alt-text.ts';
import { batchSummary } from './batch.ts';
import { affectsEveryImage, unexpectedError } from './error-handling.ts';
import { generateSilently } from './generate.ts';
import type { Thunk } from './thunk.ts';
import { needsText } from './write-places.ts';

/**
 * Generates every missing alt text, one after another, so that each answer updates the credits
 * left. An error that affects every image ends the batch. `writeTo`: default: the settings.
 */
export const generateAll =
  (writeTo?: WriteTo): Thunk =>
  async ({ dispatch, select, registry }) => {
    const missing = listImages(registry).filter((image) => needsText(image, writeTo));
    const stopCount = select.getStopCount();
    let error: ApiError | null = null;
    dispatch({ type: 'BATCH_STARTED', total: missing.length });
    try {
      for (const { target } of missing) {
        if (error || select.getStopCount() !== stopCount) {
          break;
        }
        error = await dispatch(generateNext(target, stopCount, writeTo));
      }
    } catch {
      error = unexpectedError('batch_failed');
    }
    dispatch({ type: 'BATCH_ENDED', error });
    const batch = select.getBatch();
    if (batch) {
      speak(batchSummary(batch));
    }
  };

/** Processes one image of a batch. Returns the error that must end the batch. */
const generateNext =
  (target: AltTextTarget, stopCount: number, writeTo?: WriteTo): Thunk<Promise<ApiError | null>> =>
  async ({ dispatch, select, registry }) => {
    const image = findImage(registry, target);
    if (!image || !needsText(image, writeTo)) {
      // The user wrote an alt text or removed the image since the batch started.
      dispatch({ type: 'BATCH_ADVANCED', applied: null });
      return null;
    }
    const outcome = await dispatch(generateSilently(target, writeTo));
    if (outcome.kind === 'skipped' && select.getStopCount() !== stopCount) {
      return null;
    }
    if (outcome.kind === 'failed' && affectsEveryImage(outcome.error)) {
      // The notice of the batch shows the error; the image does not repeat it.
      dispatch({ type: 'REQUEST_CHANGED', target, change: { notice: null } });
      return outcome.error;
    }
    const applied = outcome.kind === 'applied' ? outcome.applied : null;
    dispatch({ type: 'BATCH_ADVANCED', applied });
    return null;
  };

/** Removes the alt texts of the last batch, except those that the user edited. */
export const undoBatch =
  (): Thunk<void> =>
  ({ dispatch, select }) => {
    const count = dispatch(undoAltTexts(select.getBatch()?.applied ?? []));
    dispatch({ type: 'BATCH_DISMISSED' });
    speak(
      sprintf(
        /* translators: %s: number of alt texts. */
        _n('%s alt text taken back.', '%s alt texts taken back.', count, 'altscribe'),
        formatNumber(count),
      ),
    );
  };
