import type { ApiError } from '../../common/api-error.ts';
import type { Account } from '../../common/api.ts';
import { targetKey, type AltTextTarget, type ImageKey } from '../post/alt-text-target.ts';
import { imageKey, type EditorImage } from '../post/images.ts';
import { reduceBatch, type Batch, type BatchAction } from './batch.ts';

/** State of the editor's store. */
export interface State {
  account: Account | null;
  /** When the account was read last (ms since 1970). */
  accountReceivedAt: number | null;
  /** Why the account could not be read; null if it could, or has not been read yet. */
  accountError: ApiError | null;
  /** By `targetKey`. */
  requests: Readonly<Record<string, RequestState>>;
  batch: Batch | null;
  /** No request before this time (ms since 1970); null if the service is not busy. */
  busyUntil: number | null;
  /** How often the user pressed Stop. A thunk compares it with the count at its own start. */
  stopCount: number;
  /** See `chooseKeywords`. */
  typedKeywords: string | null;
}

/** The last request for one image. */
export interface RequestState {
  /** When the running request began (ms since 1970); null if none is running. */
  startedAt: number | null;
  /** Key of the image that the suggestion and the notice are about. */
  imageKey: ImageKey | null;
  suggestion: Suggestion | null;
  /** Why the last request left no alt text. */
  notice: ImageNotice | null;
}

/** A generated alt text that the user can apply. */
export interface Suggestion {
  text: string;
  /** The user edited the alt text during the request. */
  wasEdited: boolean;
}

/** An error of one image. The editor adds codes of its own: `image_replaced`. */
export type ImageNotice = Pick<ApiError, 'code' | 'message'>;

export type Action =
  | { type: 'ACCOUNT_RECEIVED'; account: Account; at: number }
  | { type: 'ACCOUNT_FAILED'; error: ApiError }
  | { type: 'REQUEST_CHANGED'; target: AltTextTarget; change: Partial<RequestState> }
  | { type: 'SERVICE_BUSY'; until: number }
  | { type: 'STOPPED' }
  | { type: 'KEYWORDS_TYPED'; keywords: string | null }
  | BatchAction;

const initialState: State = {
  account: null,
  accountReceivedAt: null,
  accountError: null,
  requests: {},
  batch: null,
  busyUntil: null,
  stopCount: 0,
  typedKeywords: null,
};

/** One object for all images without a request, so that the selector returns the same each time. */
const noRequest: RequestState = {
  startedAt: null,
  imageKey: null,
  suggestion: null,
  notice: null,
};

export function reducer(state: State = initialState, action: Action): State {
  switch (action.type) {
    case 'ACCOUNT_RECEIVED':
      return {
        ...state,
        account: action.account,
        accountReceivedAt: action.at,
        accountError: null,
        // The service answers again, so the error that ended the last batch is over.
        batch: state.batch && { ...state.batch, error: null },
      };
    case 'ACCOUNT_FAILED':
      return { ...state, accountError: action.error };
    case 'REQUEST_CHANGED': {
      const request = { ...getRequestState(state, action.target), ...action.change };
      return { ...state, requests: { ...state.requests, [targetKey(action.target)]: request } };
    }
    case 'SERVICE_BUSY':
      return { ...state, busyUntil: Math.max(state.busyUntil ?? 0, action.until) };
    case 'STOPPED':
      return {
        ...state,
        busyUntil: null,
        stopCount: state.stopCount + 1,
        batch: state.batch?.isRunning ? { ...state.batch, isStopping: true } : state.batch,
      };
    case 'KEYWORDS_TYPED':
      return { ...state, typedKeywords: action.keywords };
    case 'BATCH_STARTED':
    case 'BATCH_ADVANCED':
    case 'BATCH_ENDED':
    case 'BATCH_DISMISSED':
      return { ...state, batch: reduceBatch(state.batch, action) };
    default:
      return state;
  }
}

function getRequestState(state: State, target: AltTextTarget): RequestState {
  return state.requests[targetKey(target)] ?? noRequest;
}

/** The request for a block, if its result is about the image that the block shows now. */
function getResult(state: State, image: EditorImage): RequestState {
  const request = getRequestState(state, image.target);
  return request.imageKey === imageKey(image) ? request : noRequest;
}

export const selectors = {
  getAccount: (state: State) => state.account,
  getAccountReceivedAt: (state: State) => state.accountReceivedAt,
  getAccountError: (state: State) => state.accountError,
  getRequestState,
  getSuggestion: (state: State, image: EditorImage) => getResult(state, image).suggestion,
  getNotice: (state: State, image: EditorImage) => getResult(state, image).notice,
  getBatch: (state: State) => state.batch,
  getBusyUntil: (state: State) => state.busyUntil,
  getStopCount: (state: State) => state.stopCount,
  getTypedKeywords: (state: State) => state.typedKeywords,
};
