import type { Logger } from 'pino';
import type { Bounds } from '../concurrency/time-out.ts';

/** What a model is asked about a picture. */
export interface ModelRequest {
  /** What to do, for the model's system role. */
  readonly instructions: string;
  /** What is known of this one picture, as data. */
  readonly context: string;
  /** JSON schema of the answer; a server may ignore it. */
  readonly schema: JsonObjectSchema;
  /** BCP 47 code of the language that the answer is to be in. */
  readonly language: string;
  /** A JPEG. */
  readonly picture: Buffer;
}

/** What a call of a model brings along. */
export interface CallOptions extends Bounds {
  /** The log of the request that the call is for. */
  readonly log: Logger;
  /** Called with the name of the provider that has answered, and its place in the chain, from 0. */
  readonly onAnswer?: (provider: string, position: number) => void;
  /** Called with what an answer has cost, usable or not, where the provider says it. */
  readonly onTokens?: (tokens: Tokens) => void;
}

/** What an answer has cost, in tokens. */
export interface Tokens {
  readonly input: number;
  /** With those that the model has thought in. */
  readonly output: number;
}

/** The part of JSON schema that all vendors take: an object of strings, all of them required. */
export interface JsonObjectSchema {
  readonly type: string;
  readonly properties: Readonly<Record<string, { type: string; enum?: string[] }>>;
  readonly required: string[];
}

/** An AI model provider, or a chain of several. */
export interface Provider<Answer = string> {
  /** Short and stable, for logs and error details. */
  readonly name: string;
  /**
   * Asks the model.
   * @returns the model's own text, never empty, or what a decorator has made of it
   * @throws ProviderError, always, when there is no usable answer.
   */
  generate(request: ModelRequest, options: CallOptions): Promise<Answer>;
}

/** Why a provider gave no answer. */
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
  /** The provider cannot read the picture. */
  | 'picture'
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

/** A provider gave no answer. The message is public: it holds no key, path or stack. */
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
