import { speak } from '@wordpress/a11y';
import type { ApiError } from '../../common/api-error.ts';
import { findImage, listImages } from '../blocks.ts';
import { affectsEveryImage } from '../error-handling.ts';
import { runSummary, takenBackMessage } from '../run-summary.ts';
import { imageChanged, runAdvanced, runChanged, runEnded, runStarted } from './actions.ts';
import { describeImage } from './describe.ts';
import type { Thunk } from './thunk.ts';
import { takeBack } from './undo.ts';

/**
 * Fills every missing alt text, one after another, so that each answer tells the credits left. A
 * problem that every image would have ends it early.
 */
export const generateAll =
  (): Thunk =>
  async ({ dispatch, select, registry }) => {
    const missing = listImages(registry).filter(({ state }) => state === 'missing');
    const stopCount = select.getStopCount();
    let ending: ApiError | null = null;
    dispatch(runStarted(missing.length));
    for (const { clientId } of missing) {
      if (ending || select.getStopCount() !== stopCount) {
        break;
      }
      ending = await dispatch(advance(clientId, stopCount));
    }
    dispatch(runEnded(ending));
    const run = select.getRun();
    if (run) {
      speak(runSummary(run));
    }
  };

/** Does one image of a run. Returns the problem that must end the run, if there is one. */
const advance =
  (clientId: string, stopCount: number): Thunk<Promise<ApiError | null>> =>
  async ({ dispatch, select, registry }) => {
    if (findImage(registry, clientId)?.state !== 'missing') {
      // Written by hand meanwhile, or gone.
      dispatch(runAdvanced(null));
      return null;
    }
    const outcome = await dispatch(describeImage(clientId));
    if (outcome.kind === 'nothing' && select.getStopCount() !== stopCount) {
      return null;
    }
    if (outcome.kind === 'failed' && affectsEveryImage(outcome.error)) {
      // Told once for the run, not again at the image that met it first.
      dispatch(imageChanged(clientId, { remark: null }));
      return outcome.error;
    }
    dispatch(runAdvanced(outcome.kind === 'filled' ? outcome.fill : null));
    return null;
  };

/** Takes back what the last run wrote, except where it was edited since. */
export const undoRun =
  (): Thunk<void> =>
  ({ dispatch, select }) => {
    const count = dispatch(takeBack(select.getRun()?.added ?? []));
    dispatch(runChanged(null));
    speak(takenBackMessage(count));
  };
