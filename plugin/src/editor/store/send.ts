import {
  generateAltText,
  type Account,
  type GeneratedAltText,
  type GenerateRequest,
  type Result,
} from '../../common/api.ts';
import type { Thunk, ThunkArgs } from './thunk.ts';

/** How often a waiting request checks whether the user pressed Stop, in milliseconds. */
const stopCheckInterval = 250;

/**
 * Sends a request and updates the account. While the service is busy it waits and tries again.
 * Returns null if the user pressed Stop.
 */
export const send =
  (request: GenerateRequest): Thunk<Promise<Result<GeneratedAltText> | null>> =>
  async ({ dispatch, select }) => {
    const stopCount = select.getStopCount();
    while (await dispatch(waitWhileBusy(stopCount))) {
      const startedAt = Date.now();
      const result = await generateAltText(request);
      if (result.ok) {
        const account = withNewestBalance(result.value.account, select, startedAt);
        dispatch({ type: 'ACCOUNT_RECEIVED', account, at: Date.now() });
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

/**
 * The account as a response has it. While its request was under way, that of another image may have
 * brought a balance: the responses need not come in the order of the charges, so the lower one counts, with what
 * was said of it.
 */
function withNewestBalance(
  account: Account,
  { getAccount, getAccountReceivedAt }: ThunkArgs['select'],
  startedAt: number,
): Account {
  const known = getAccount();
  const isOvertaken = known !== null && (getAccountReceivedAt() ?? 0) >= startedAt;
  return isOvertaken && known.creditsAvailable < account.creditsAvailable
    ? { ...account, creditsAvailable: known.creditsAvailable, creditsError: known.creditsError }
    : account;
}
