import type { Account } from '../../common/api.ts';
import type { ApiError } from '../../common/api-error.ts';
import type { DropReason } from '../landing.ts';

export interface State {
  account: Account | null;
  /** Why the account could not be read; null when it could, or was not asked for. */
  accountError: ApiError | null;
  /** By client id of the image block. */
  images: Readonly<Record<string, ImageWork>>;
  run: Run | null;
  /** No request before this time (ms since 1970); null when the service is not busy. */
  busyUntil: number | null;
  /** How often Stop was pressed; who waits compares it with the count at its own start. */
  stopCount: number;
  /** See `chooseKeywords`. */
  typedKeywords: string | null;
}

/** What is going on with one image. */
export interface ImageWork {
  /** When the request under way began (ms since 1970); null when there is none. */
  startedAt: number | null;
  suggestion: Suggestion | null;
  remark: Remark | null;
}

export interface Suggestion {
  text: string;
  /** The present text was typed while this one was on its way. */
  wasEdited: boolean;
}

/** Why the last request for an image left no text. */
export type Remark =
  { kind: 'failed'; error: ApiError } | { kind: 'dropped'; reason: Exclude<DropReason, 'removed'> };

/** "Generate all missing", under way or over. */
export interface Run {
  isRunning: boolean;
  isStopping: boolean;
  total: number;
  done: number;
  added: readonly Fill[];
  /** Images that were asked for and got no text. */
  without: number;
  /** What ended the run early. */
  error: ApiError | null;
}

/** An alt text that Altscribe wrote. */
export interface Fill {
  clientId: string;
  before: string;
  text: string;
}

export const initialState: State = {
  account: null,
  accountError: null,
  images: {},
  run: null,
  busyUntil: null,
  stopCount: 0,
  typedKeywords: null,
};

/** The work of an image that nothing was asked for. One object, so that selectors stay stable. */
export const idle: ImageWork = { startedAt: null, suggestion: null, remark: null };
