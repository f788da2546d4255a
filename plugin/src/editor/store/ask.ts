import { generateAltText, type GenerateRequest } from '../../common/api.ts';
import type { ApiError } from '../../common/api-error.ts';
import { accountReceived, serviceBusy } from './actions.ts';
import type { Thunk } from './thunk.ts';

export type Answer =
  { kind: 'text'; text: string } | { kind: 'failed'; error: ApiError } | { kind: 'stopped' };

/** How quickly a wait notices Stop, in milliseconds. */
const longestNap = 250;

/**
 * Asks for one text, and keeps the account up to date. A service that is busy is asked again when
 * it says it can be, until somebody presses Stop.
 */
export const ask =
  (request: GenerateRequest): Thunk<Promise<Answer>> =>
  async ({ dispatch, select }) => {
    const stopCount = select.getStopCount();
    for (;;) {
      if (!(await dispatch(waitWhileBusy(stopCount)))) {
        return { kind: 'stopped' };
      }
      const result = await generateAltText(request);
      if (result.ok) {
        dispatch(accountReceived(result.value.account));
        return { kind: 'text', text: result.value.altText };
      }
      const { error } = result;
      if (error.retryAfterSeconds === undefined) {
        dispatch(noteCredits(error));
        return { kind: 'failed', error };
      }
      if (select.getStopCount() !== stopCount) {
        return { kind: 'stopped' };
      }
      dispatch(serviceBusy(Date.now() + error.retryAfterSeconds * 1_000));
    }
  };

/** False when Stop was pressed meanwhile. Everybody waits for the same time. */
const waitWhileBusy =
  (stopCount: number): Thunk<Promise<boolean>> =>
  async ({ select }) => {
    for (;;) {
      if (select.getStopCount() !== stopCount) {
        return false;
      }
      const left = (select.getBusyUntil() ?? 0) - Date.now();
      if (left <= 0) {
        return true;
      }
      await new Promise((resolve) => setTimeout(resolve, Math.min(left, longestNap)));
    }
  };

const noteCredits =
  (error: ApiError): Thunk<void> =>
  ({ dispatch, select }) => {
    if (error.code === 'altscribe_insufficient_credits') {
      const planType = error.planType || (select.getAccount()?.planType ?? '');
      dispatch(accountReceived({ planType, creditsAvailable: 0, creditsError: error }));
    }
  };
