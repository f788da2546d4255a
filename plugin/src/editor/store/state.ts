import type { ApiError } from '../../common/api-error.ts';
import type { Account } from '../../common/api.ts';
import { targetKey, type AltTextTarget } from '../post/alt-text-target.ts';
import { imageKey, type EditorImage } from '../post/editor-image.ts';
import type { TypedKeywords } from '../post/keywords.ts';
import { reduceBatch, type Batch, type BatchAction } from './batch.ts';
import {
  noRequest,
  reduceKeptTexts,
  reduceRequests,
  type KeptText,
  type KeptTextAction,
  type RequestAction,
  type Requests,
  type RequestState,
} from './requests.ts';
import { reduceWritten, type Written, type WrittenAction } from './written.ts';

/** Which images the sidebar lists. */
export type ImageFilter = 'all' | 'missing' | 'attention';

/** State of the editor's store. */
export interface State {
  account: Account | null;
  /** When the account was read last (ms since 1970). */
  accountReceivedAt: number | null;
  /** Why the account could not be read; null if it could, or has not been read yet. */
  accountError: ApiError | null;
  requests: Requests;
  written: Written;
  batch: Batch | null;
  filter: ImageFilter;
  /** No request before this time (ms since 1970); null if the service is not busy. */
  busyUntil: number | null;
  /** The user pressed Stop, and texts are still under way. */
  isStopping: boolean;
  /** How often the user pressed Stop. A thunk compares it with the count at its own start. */
  stopCount: number;
  typedKeywords: TypedKeywords;
  keptTexts: readonly KeptText[];
}

export type Action =
  | { type: 'ACCOUNT_RECEIVED'; account: Account; at: number }
  | { type: 'ACCOUNT_FAILED'; error: ApiError }
  | { type: 'SERVICE_BUSY'; until: number }
  | { type: 'STOPPED' }
  | { type: 'KEYWORDS_TYPED'; postId: number; keywords: string | null }
  | { type: 'FILTER_CHOSEN'; filter: ImageFilter }
  | KeptTextAction
  | RequestAction
  | WrittenAction
  | BatchAction;

const initialState: State = {
  account: null,
  accountReceivedAt: null,
  accountError: null,
  requests: {},
  written: {},
  batch: null,
  filter: 'all',
  busyUntil: null,
  isStopping: false,
  stopCount: 0,
  typedKeywords: {},
  keptTexts: [],
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
    case 'REQUEST_CHANGED':
      return settle({ ...state, requests: reduceRequests(state.requests, action) });
    case 'TEXTS_WRITTEN':
    case 'TEXT_CHECKED':
      return { ...state, written: reduceWritten(state.written, action) };
    case 'SERVICE_BUSY':
      return { ...state, busyUntil: Math.max(state.busyUntil ?? 0, action.until) };
    case 'STOPPED':
      return {
        ...state,
        busyUntil: null,
        isStopping: isRunning(state),
        stopCount: state.stopCount + 1,
      };
    case 'KEYWORDS_TYPED':
      return {
        ...state,
        typedKeywords: { ...state.typedKeywords, [action.postId]: action.keywords },
      };
    case 'TEXT_KEPT':
    case 'TEXT_GIVEN_BACK':
      return { ...state, keptTexts: reduceKeptTexts(state.keptTexts, action) };
    case 'FILTER_CHOSEN':
      return { ...state, filter: action.filter };
    case 'BATCH_STARTED':
    case 'BATCH_ADVANCED':
    case 'BATCH_ENDED':
    case 'BATCH_DISMISSED':
      return settle({ ...state, batch: reduceBatch(state.batch, action) });
    default:
      return state;
  }
}

/** Stop is over with the last text under way. */
function settle(state: State): State {
  return state.isStopping && !isRunning(state) ? { ...state, isStopping: false } : state;
}

/** True while any text is under way, or a batch goes on. */
function isRunning(state: State): boolean {
  return state.batch?.isRunning === true || countRunning(state) > 0;
}

function getRequestState(state: State, target: AltTextTarget): RequestState {
  return state.requests[targetKey(target)] ?? noRequest;
}

/** The request for a target, if its result is about the image that stands there now. */
function getResult(state: State, image: EditorImage): RequestState {
  const request = getRequestState(state, image.target);
  return request.imageKey === imageKey(image) ? request : noRequest;
}

/** What Altscribe wrote for the image that stands there now. */
function getWritten(state: State, image: EditorImage) {
  const written = state.written[targetKey(image.target)];
  return written?.imageKey === imageKey(image) ? written : undefined;
}

/** True if the alt text of the image is one that Altscribe wrote. */
function isWritten(state: State, image: EditorImage): boolean {
  return image.alt !== '' && getWritten(state, image)?.text === image.alt;
}

/** True if the image has a generated text that nobody has looked at. */
function isUnchecked(state: State, image: EditorImage): boolean {
  return isWritten(state, image) && getWritten(state, image)?.isChecked === false;
}

/** The text that a generated one replaced; null if there was none, or if it stands there again. */
function getTextBefore(state: State, image: EditorImage): string | null {
  const before = getWritten(state, image)?.before ?? image.alt;
  return before === image.alt ? null : before;
}

/** Number of images whose text is under way. */
function countRunning(state: State): number {
  return Object.values(state.requests).filter(({ startedAt }) => startedAt !== null).length;
}

export const selectors = {
  getAccount: (state: State) => state.account,
  getAccountReceivedAt: (state: State) => state.accountReceivedAt,
  getAccountError: (state: State) => state.accountError,
  getRequests: (state: State) => state.requests,
  getRequestState,
  getSuggestion: (state: State, image: EditorImage) => getResult(state, image).suggestion,
  getNotice: (state: State, image: EditorImage) => getResult(state, image).notice,
  seemsDecorative: (state: State, image: EditorImage) => getResult(state, image).seemsDecorative,
  getAllWritten: (state: State) => state.written,
  isWritten,
  isUnchecked,
  getTextBefore,
  countRunning,
  isRunning,
  isStopping: (state: State) => state.isStopping,
  getBatch: (state: State) => state.batch,
  getFilter: (state: State) => state.filter,
  getBusyUntil: (state: State) => state.busyUntil,
  getStopCount: (state: State) => state.stopCount,
  getTypedKeywords: (state: State) => state.typedKeywords,
  getKeptTexts: (state: State) => state.keptTexts,
};
