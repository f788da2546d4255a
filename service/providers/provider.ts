import type { Bounds } from '../within.ts';

/** What a provider is asked. */
export interface AltTextRequest {
  /** How to write, for the model's system role. */
  readonly instructions: string;
  /** The context of this one picture, as data. */
  readonly context: string;
  /** BCP 47 code of the language that the text is to be in. */
  readonly language: string;
  /** A JPEG. */
  readonly picture: Buffer;
}

/** An AI model provider, or several behind one face. */
export interface Provider {
  /** Short and stable, for logs and error details. */
  readonly name: string;
  /**
   * Writes alt text. What comes back is the model's own text, not yet tidied.
   * @throws ProviderError, always, when there is no usable text.
   */
  generate(request: AltTextRequest, bounds: Bounds): Promise<string>;
}

/** Why a provider gave no text. */
export type FailureKind =
  /** No connection, or it broke. */
  | 'network'
  /** No whole answer in time. */
  | 'timeout'
  /** The caller has gone. */
  | 'aborted'
  /** Our key is refused. */
  | 'authentication'
  /** Too many requests, or the quota is used up. */
  | 'rate-limit'
  /** A fault of the provider (5xx). */
  | 'server'
  /** The request is refused for what it is (other 4xx). */
  | 'request'
  /** The model refuses, or a content filter does. */
  | 'refusal'
  /** The answer is empty, cut short or unreadable. */
  | 'answer'
  /** Not asked: it has failed again and again. */
  | 'skipped';

export interface ProviderErrorDetails {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** A provider gave no text. The message is public: it holds no key, path or stack. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  readonly kind: FailureKind;
  /** HTTP status of the provider's answer, where there was one. */
  readonly status: number | undefined;
  /** The provider's own code for the failure, for the log. */
  readonly code: string | undefined;
  /** How soon the provider says to come back, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: FailureKind,
    message: string,
    { status, code, retryAfterMs }: ProviderErrorDetails = {},
  ) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}
