/**
 * How a call of `generate` ended. `cached` cost nothing: the response cache had it, or an idempotency
 * key. `request-refused` is an idempotency key that cannot be used; requests that are refused before
 * their user is known are no calls. `failed` is a fault of the service itself, or of its storage.
 */
export const callOutcomes = [
  'ok',
  'cached',
  'insufficient-credits',
  'picture-refused',
  'request-refused',
  'busy',
  'caller-gone',
  'providers-failed',
  'failed',
] as const;

export type CallOutcome = (typeof callOutcomes)[number];

/** One call of `generate`. It holds no picture, no text and no title. */
export interface CallRecord {
  readonly user_id: string;
  readonly request_id: string;
  readonly at: string;
  readonly outcome: CallOutcome;
  /** Code of the language that the text was asked for in. */
  readonly language: string;
  /** Who wrote the text: `openai`; null where nobody did. */
  readonly provider: string | null;
  readonly model: string | null;
  /** How long the call took, in whole milliseconds. */
  readonly ms: number;
  readonly credits: number;
}

/** How many calls of each user are kept. */
export const callsKept = 200;

/** Keeps the newest calls of each user. A call may be missing after a crash. */
export interface CallLog {
  /** Adds calls of any users; those that have no account are left out. */
  addCalls(calls: readonly CallRecord[]): Promise<void>;
  /** The newest calls of a user, newest first. */
  listCalls(userId: string): Promise<CallRecord[]>;
}
