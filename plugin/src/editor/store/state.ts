import type { DataRegistry } from '@wordpress/data';
import type { Account, GeneratedAltText, GenerateRequest, WriteTo } from '../../common/api.ts';
import type { ApiError } from '../../common/api-error.ts';
import type { ImageRequest, Suggestion as SharedSuggestion } from '../../common/request/state.ts';
import {
  targetKey,
  type AltTextTarget,
  type AppliedAltText,
  type ImageKey,
} from '../post/alt-text-target.ts';
import { imageKey, type EditorImage } from '../post/editor-image.ts';
import type { TypedKeywords } from '../post/keywords.ts';
import { type Batch, changeBatch } from './batch.ts';

/** The last text that Altscribe wrote, by `targetKey`; stored until the editor is closed. */
type Written = Readonly<Record<string, AppliedAltText>>;

interface WrittenAction {
  type: 'TEXTS_WRITTEN';
  applied: readonly AppliedAltText[];
}

function reduceWritten(written: Written, { applied }: WrittenAction): Written {
  const added = applied.map((item) => {
    const key = targetKey(item.target);
    const known = written[key];
    const isLater = known?.imageKey === item.imageKey && known.text === item.before;
    // A generated text that replaces another one remembers the user's texts from before both.
    const both = isLater && {
      before: known.before,
      written: [...item.written, ...known.written],
    };
    return [key, { ...item, ...both }] as const;
  });
  return { ...written, ...Object.fromEntries(added) };
}

/** By `targetKey`. */
type Requests = Readonly<Record<string, RequestState>>;

/** The last request for one image. */
export interface RequestState extends ImageRequest<Suggestion> {
  /** Key of the image that all of the following fields are about. */
  imageKey: ImageKey | null;
  /** How the suggestion was applied, until the post is saved. */
  applied: Applied | null;
  /** Why the last request produced no alt text. */
  notice: ImageNotice | null;
  /**
   * Where to write the text of this request, also when its suggestion is applied; null: use the
   * settings.
   */
  writeTo: WriteTo | null;
  /** The model's verdict about the image's purpose; null if it is not known. */
  purpose: GeneratedAltText['purpose'];
}

/** A suggestion whose text is in the post, or whose image was marked as decorative. */
export interface Applied {
  suggestion: Suggestion;
  /** '' for the mark. */
  text: string;
  /** The text that the image had. */
  before: string;
}

/** A suggestion as the site stores it: requests about it are sent one after the other. */
export interface Row {
  postId: number;
  attachmentId: number;
  /** See `placeOf`. */
  place: string;
  /** It is a long description. */
  isLong: boolean;
  /** Null until the site has stored it. */
  id: number | null;
  /** The data that the site has not stored yet. */
  unsent: object | null;
  /** The data that the site has stored last. */
  stored: object | null;
  running: number;
  /** The number of requests that started or ended. A list from before the last one is out of date. */
  changes: number;
  queue: Promise<unknown>;
}

/** A suggestion whose image is not in the editor now: it was cut, or is in another post. */
export interface Away extends Pick<RequestState, 'suggestion' | 'applied' | 'writeTo' | 'purpose'> {
  postId: number;
  place: string;
  /** See `keyInPlace`. */
  key: string;
  /** The text that its image had. Null: any text in the same place, and none elsewhere. */
  alt: string | null;
}

/** A long description that the site stores until its image is back, or a user decides. */
export interface StoredLong {
  row: Row;
  text: string;
  /** The Details block as HTML. */
  details: string;
}

/** The text length that the user asked for. */
export type TextLength = GenerateRequest['text_length'];

/** A text that the user can apply. */
export interface Suggestion extends SharedSuggestion {
  /** The user's edits from before another text was generated; null if there are none. */
  earlierEdit: string | null;
  textLength: TextLength;
  /** How the site stores it; null if it does not, such as a text that the user writes. */
  row: Row | null;
  /** The text that the image had when it was suggested. */
  replaces: string;
  /** The user has seen it on its own. */
  isShown: boolean;
}

/** An error of one image. The editor adds codes of its own: `image_replaced`. */
export type ImageNotice = Pick<ApiError, 'code' | 'message' | 'problem'>;

export interface RequestAction {
  type: 'REQUEST_CHANGED';
  /** `targetKey` of the image. */
  key: string;
  change: Partial<RequestState>;
}

/**
 * One shared object for all images without a request, so the selector returns the same one each
 * time.
 */
const noRequest: RequestState = {
  startedAt: null,
  imageKey: null,
  suggestion: null,
  applied: null,
  notice: null,
  writeTo: null,
  purpose: null,
};

function reduceRequests(requests: Requests, { key, change }: RequestAction): Requests {
  return { ...requests, [key]: { ...(requests[key] ?? noRequest), ...change } };
}

/** The action that changes the request of one target. */
export const change = (target: AltTextTarget, changed: Partial<RequestState>): RequestAction => ({
  type: 'REQUEST_CHANGED',
  key: targetKey(target),
  change: changed,
});

/** The initial values that the editor adds to a suggestion. */
export const noEdits = {
  earlierEdit: null,
  textLength: undefined,
  row: null,
  replaces: '',
  isShown: false,
};

/** The user's edit of a generated text; null without one. */
export function editOf({ text, generated }: Suggestion): string | null {
  return generated === null || text === generated ? null : text;
}

/** The user's edits of a suggestion or of the current text; null if there are none. */
export function keptEdit(previous: Suggestion, alt: string): string | null {
  return previous.text === (previous.generated ?? alt) ? previous.earlierEdit : previous.text;
}

/** Which images the sidebar lists. */
export type ImageFilter = 'all' | 'review' | 'missing' | 'problem';

/** State of the editor's store. */
export interface State {
  account: Account | null;
  /** When the account was last read (ms since 1970). */
  accountReceivedAt: number | null;
  /** Why the account could not be read; null if it was read, or not requested yet. */
  accountError: ApiError | null;
  requests: Requests;
  written: Written;
  batch: Batch | null;
  filter: ImageFilter;
  /** No request before this time (ms since 1970); null if the service is not busy. */
  busyUntil: number | null;
  /** The user pressed Stop while texts were in progress. */
  isStopping: boolean;
  /** How often the user pressed Stop. A thunk compares it with the count at its own start. */
  stopCount: number;
  typedKeywords: TypedKeywords;
  /** The attachments that the site generates texts for, after their upload. */
  queued: readonly number[];
  /** The long descriptions that wait for a decision. */
  long: readonly StoredLong[];
  /** The suggestions that wait for their images. */
  away: readonly Away[];
}

type Action =
  | { type: 'ACCOUNT_RECEIVED'; account: Account; at: number }
  | { type: 'ACCOUNT_FAILED'; error: ApiError }
  | { type: 'SERVICE_BUSY'; until: number }
  | { type: 'STOPPED' }
  | { type: 'KEYWORDS_TYPED'; postId: number; keywords: string | null }
  | { type: 'FILTER_CHOSEN'; filter: ImageFilter }
  | { type: 'UPLOADS_QUEUED'; queued: readonly number[] }
  | { type: 'LONG_CHANGED'; long: readonly StoredLong[] }
  | { type: 'AWAY_CHANGED'; away: readonly Away[] }
  | { type: 'BATCH_CHANGED'; changes: Partial<Batch> | null }
  | RequestAction
  | WrittenAction;

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
  queued: [],
  long: [],
  away: [],
};

export function reducer(state: State = initialState, action: Action): State {
  switch (action.type) {
    case 'ACCOUNT_RECEIVED':
      return {
        ...state,
        account: action.account,
        accountReceivedAt: action.at,
        accountError: null,
        // The service responds again, so the error that ended the last batch is resolved.
        batch: state.batch && { ...state.batch, error: null },
      };
    case 'ACCOUNT_FAILED':
      return { ...state, accountError: action.error };
    case 'REQUEST_CHANGED':
      return settle({ ...state, requests: reduceRequests(state.requests, action) });
    case 'TEXTS_WRITTEN':
      return { ...state, written: reduceWritten(state.written, action) };
    case 'SERVICE_BUSY':
      return { ...state, busyUntil: action.until };
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
    case 'UPLOADS_QUEUED':
      return { ...state, queued: action.queued };
    case 'LONG_CHANGED':
      return { ...state, long: action.long };
    case 'AWAY_CHANGED':
      return { ...state, away: action.away };
    case 'FILTER_CHOSEN':
      return { ...state, filter: action.filter };
    case 'BATCH_CHANGED':
      return settle({ ...state, batch: changeBatch(state.batch, action.changes) });
    default:
      return state;
  }
}

/** Stopping ends with the last text in progress. */
function settle(state: State): State {
  return state.isStopping && !isRunning(state) ? { ...state, isStopping: false } : state;
}

/** True while any text is in progress or a batch is running. */
function isRunning(state: State): boolean {
  return state.batch?.isRunning === true || countRunning(state) > 0;
}

function getRequestState(state: State, target: AltTextTarget): RequestState {
  return state.requests[targetKey(target)] ?? noRequest;
}

/** The request for a target, if its result is about the current image. */
function getResult(state: State, image: EditorImage): RequestState {
  const request = getRequestState(state, image.target);
  return request.imageKey === imageKey(image) ? request : noRequest;
}

/** The text that Altscribe wrote for the current image. */
function getWritten(state: State, image: EditorImage) {
  const written = state.written[targetKey(image.target)];
  return written?.imageKey === imageKey(image) ? written : undefined;
}

/** True if the alt text of the image is one that Altscribe wrote. */
function isWritten(state: State, image: EditorImage): boolean {
  return image.alt !== '' && getWritten(state, image)?.text === image.alt;
}

/** The text that a generated one replaced; null if there was none or it has been restored. */
function getTextBefore(state: State, image: EditorImage): string | null {
  const before = getWritten(state, image)?.before ?? image.alt;
  return before === image.alt ? null : before;
}

/** Number of images whose text is in progress. */
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
  getWritten,
  isWritten,
  getTextBefore,
  countRunning,
  isRunning,
  isStopping: (state: State) => state.isStopping,
  getBatch: (state: State) => state.batch,
  getFilter: (state: State) => state.filter,
  getBusyUntil: (state: State) => state.busyUntil,
  isComplex: (state: State, image: EditorImage) => getResult(state, image).purpose === 'complex',
  getLong: (state: State) => state.long,
  getAway: (state: State) => state.away,
  getStopCount: (state: State) => state.stopCount,
  getTypedKeywords: (state: State) => state.typedKeywords,
  isQueued: ({ queued }: State, { attachmentId, state }: EditorImage) =>
    state === 'missing' && attachmentId !== null && queued.includes(attachmentId),
};

type Bound<Selectors> = {
  [Name in keyof Selectors]: Selectors[Name] extends (state: State, ...args: infer Args) => infer R
    ? (...args: Args) => R
    : never;
};

/** The arguments that @wordpress/data passes to a thunk of this store. */
export interface ThunkArgs {
  dispatch: {
    <R>(thunk: (args: ThunkArgs) => R): R;
    (action: Action): unknown;
  };
  select: Bound<typeof selectors>;
  registry: DataRegistry;
}

export type Thunk<R = Promise<void>> = (args: ThunkArgs) => R;
