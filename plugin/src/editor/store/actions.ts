import type { Account } from '../../common/api.ts';
import type { ApiError } from '../../common/api-error.ts';
import type { Fill, ImageWork, Run } from './state.ts';

/** Plain changes of the state. What takes time is in the thunks beside this file. */

export const accountReceived = (account: Account) =>
  ({ type: 'ACCOUNT_RECEIVED', account }) as const;

export const accountFailed = (error: ApiError) => ({ type: 'ACCOUNT_FAILED', error }) as const;

/** Changes the given parts of what is known about one image. */
export const imageChanged = (clientId: string, work: Partial<ImageWork>) =>
  ({ type: 'IMAGE_CHANGED', clientId, work }) as const;

export const dismissSuggestion = (clientId: string) => imageChanged(clientId, { suggestion: null });

export const runStarted = (total: number) => ({ type: 'RUN_STARTED', total }) as const;

/** One image of the run is through; `fill` when it got a text. */
export const runAdvanced = (fill: Fill | null) => ({ type: 'RUN_ADVANCED', fill }) as const;

export const runEnded = (error: ApiError | null) => ({ type: 'RUN_ENDED', error }) as const;

export const runChanged = (run: Run | null) => ({ type: 'RUN_CHANGED', run }) as const;

/** The service asks for patience until `until` (ms since 1970). */
export const serviceBusy = (until: number) => ({ type: 'SERVICE_BUSY', until }) as const;

/** Ends every wait and starts nothing more; what is under way is still taken. */
export const stop = () => ({ type: 'STOPPED' }) as const;

export const keywordsTyped = (keywords: string | null) =>
  ({ type: 'KEYWORDS_TYPED', keywords }) as const;

export type Action = ReturnType<
  | typeof accountReceived
  | typeof accountFailed
  | typeof imageChanged
  | typeof runStarted
  | typeof runAdvanced
  | typeof runEnded
  | typeof runChanged
  | typeof serviceBusy
  | typeof stop
  | typeof keywordsTyped
>;
