import type { Logger } from 'pino';
import type { Bounds } from '../concurrency/pending-tasks.ts';

/** What a model is asked about an image. */
export interface ModelRequest {
  /** What to do, for the model's system role. */
  readonly instructions: string;
  /** What is known about this image, as data. */
  readonly context: string;
  /** JSON schema of the answer; a server may ignore it. */
  readonly schema: JsonObjectSchema;
  /** BCP 47 code of the answer's language. */
  readonly language: string;
  /** Whether the answer is a long description: paragraphs and lists. */
  readonly isLong?: boolean;
  /** A JPEG. */
  readonly image: Buffer;
  /** If the image is long, its parts as well, from the top or from the left. Neighbours overlap. */
  readonly parts?: readonly Buffer[] | undefined;
}

/** The JPEGs of a request, the whole image first, and the instructions with what they are. */
export function withParts({ instructions, image, parts = [] }: ModelRequest) {
  if (parts.length === 0) return { instructions, images: [image] };
  const what = `The image is long, so you get it ${parts.length + 1} times: first whole and small, then enlarged in ${parts.length} parts, from top to bottom or from left to right, which overlap a little. Read words and details in the parts. They are one image on the page: write about the whole of it, and do not mention the parts.`;
  return { instructions: `${instructions}\n${what}`, images: [image, ...parts] };
}

/** Options of a call to a model. */
export interface CallOptions extends Bounds {
  /** The log of the request that the call is for. */
  readonly log: Logger;
}

/** The cost of an answer, in tokens, as far as the provider states it. */
export interface Tokens {
  readonly input: number;
  /** Including those of the model's thinking. */
  readonly output: number;
}

/** The part of JSON schema that all vendors support: an object of strings, all of them required. */
export interface JsonObjectSchema {
  readonly type: string;
  readonly properties: Readonly<Record<string, { type: string; enum?: string[] }>>;
  readonly required: string[];
}

/** What a model has replied, and what that cost. */
export interface Reply {
  readonly tokens: Tokens;
  /**
   * The model's own text, never empty.
   * @throws UnusableAnswerError if there is none
   */
  readText(): string;
}

/** An AI model provider. */
export interface Provider {
  /** Short and stable, for logs and error details. */
  readonly name: string;
  /**
   * Asks the model.
   * @throws ProviderError if it does not reply, and no other error
   */
  generate(request: ModelRequest, options: Pick<CallOptions, 'signal'>): Promise<Reply>;
}

/** Why a provider gave no answer. */
export const failureKinds = [
  /** No connection, or it broke. */
  'network',
  /** No whole answer in time. */
  'timeout',
  /** The caller hung up. */
  'aborted',
  /** Our key is refused. */
  'authentication',
  /** It does not have our model: the name is wrong, or the model was retired. */
  'model',
  /** It, or our model, takes no images. */
  'no-images',
  /** There is no such API at its address: the base URL is wrong. */
  'address',
  /** Too many requests, or the quota is used up. */
  'rate-limit',
  /** A fault of the provider (5xx). */
  'server',
  /** The request itself is refused (other 4xx). */
  'request',
  /** The provider cannot read the image. */
  'image',
  /** The model refuses, or a content filter does. */
  'refusal',
  /** The answer is empty, cut short or unreadable. */
  'answer',
  /** Not asked, because it keeps failing. */
  'skipped',
] as const;

export type FailureKind = (typeof failureKinds)[number];

interface ProviderErrorDetails {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly variable?: string | undefined;
  readonly hint?: string | undefined;
  readonly tokens?: Tokens | undefined;
}

/** A provider gave no answer. The message is public: it holds no key, path or stack. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  readonly kind: FailureKind;
  /** HTTP status of the provider's answer, if there was one. */
  readonly status: number | undefined;
  /** The provider's own code for the failure, for the log. */
  readonly code: string | undefined;
  /** When the provider says to retry, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The environment variable to correct, if that is the remedy. */
  readonly variable: string | undefined;
  /** The server's own words, for operators, who have to correct something. They hold no key or path. */
  readonly hint: string | undefined;
  /** What it cost; undefined if the provider did not answer. */
  readonly tokens: Tokens | undefined;

  constructor(
    kind: FailureKind,
    message: string,
    { status, code, retryAfterMs, variable, hint, tokens }: ProviderErrorDetails = {},
  ) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.variable = variable;
    this.hint = hint;
    this.tokens = tokens;
  }
}

/** A model has answered, but not with what was requested. The reason does not quote it. */
export class UnusableAnswerError extends Error {
  override readonly name = 'UnusableAnswerError';

  readonly kind: 'refusal' | 'answer';

  constructor(kind: 'refusal' | 'answer', reason: string = words[kind]) {
    super(reason);
    this.kind = kind;
  }
}

/** What an HTTP status of a provider means for us. */
export function kindOfStatus(status: number): FailureKind {
  if (status === 401 || status === 403) return 'authentication';
  if (status === 429 || status === 402) return 'rate-limit';
  if (status === 408 || status === 504) return 'timeout';
  return status >= 500 ? 'server' : 'request';
}

/** The setting to correct after a failure, by its kind. */
const settings: Partial<Record<FailureKind, keyof ProviderSettings>> = {
  authentication: 'apiKey',
  model: 'model',
  'no-images': 'model',
  address: 'baseUrl',
};

/** The environment variable to correct after a failure of a kind, if that is the remedy. */
export function variableToCorrect(
  environment: Vendor['environment'],
  kind: string,
): string | undefined {
  const setting = Object.hasOwn(settings, kind) ? settings[kind as FailureKind] : undefined;
  return setting && environment[setting];
}

/**
 * How messages about a model that does not exist begin. Later words may be quoted from the request,
 * which has the words of a page.
 */
const aboutModel =
  /^(?:\d{3} )?(?:the |this |requested |invalid |unknown |no such )*models?\b[^\n]{0,200}\b(?:not found|not exist|not available|no longer|deprecated|decommissioned)|^(?:\d{3} )?(?:(?:invalid|unknown|no such) model\b|\S{1,200} is not a valid model\b)/i;

/** Whether the message of a refused request (400) says that a model does not exist. */
export function isAboutMissingModel(message: string): boolean {
  return aboutModel.test(message.slice(0, 500));
}

/**
 * Why a server answers 404: it does not have the model, or it is not a server of this API.
 * @param message its message; nothing if it has none in the form of the API, such as a web page
 * @param isOwnAddress whether the operator has configured the address
 */
export function kindOfNotFound(message: string | undefined, isOwnAddress: boolean): FailureKind {
  return isOwnAddress && !/\bmodels?\b/i.test(message ?? '') ? 'address' : 'model';
}

const words: Readonly<Record<FailureKind, string>> = {
  network: 'could not be reached',
  timeout: 'did not answer in time',
  aborted: 'the caller hung up',
  authentication: 'rejected our API key',
  model: 'does not have the configured model',
  'no-images': 'takes no images',
  address: 'has no such API at the configured address',
  'rate-limit': 'too many requests, or no quota left',
  server: 'server error',
  request: 'refused the request',
  image: 'cannot read the image',
  refusal: 'refused to describe the image',
  answer: 'returned an unusable answer',
  skipped: 'is skipped for a moment',
};

interface FailureDetails extends ProviderErrorDetails {
  /** What happened, if the kind does not say it all. */
  readonly reason?: string;
  /** The kind of the failure behind it. */
  readonly cause?: FailureKind | undefined;
}

/** A ProviderError in our own words: those of an SDK may quote keys. */
export function failure(
  provider: string,
  kind: FailureKind,
  { reason = words[kind], cause, ...rest }: FailureDetails = {},
): ProviderError {
  const status = rest.status === undefined ? '' : ` (status ${rest.status})`;
  const because = cause === undefined ? '' : ` (${words[cause]})`;
  return new ProviderError(kind, `${provider}: ${reason}${because}${status}`, rest);
}

/**
 * Why an answer of status 200 could not be read: the connection broke, for which `fetch` gives a
 * cause; or the answer is too large, or not in the expected form.
 */
export function kindOfBrokenAnswer(error: unknown): FailureKind {
  const cause = error instanceof Error ? error.cause : undefined;
  const isTooLarge = cause instanceof Error && cause.name === 'ResponseExceededMaxSizeError';
  return cause === undefined || isTooLarge ? 'answer' : 'network';
}

/** Settings of a provider. */
export interface ProviderSettings {
  readonly apiKey: string;
  /** Address of the API; without it, the vendor's own. */
  readonly baseUrl: string | undefined;
  readonly model: string;
}

/** A vendor of models, how it is configured, and how to make a provider of it. */
export interface Vendor {
  /** Short and stable: the provider's name in logs, metrics, errors and reports. */
  readonly name: string;
  /** Names of the environment variables that configure it. */
  readonly environment: Readonly<Record<keyof ProviderSettings, string>>;
  /** The model to ask if the environment names none. */
  readonly defaultModel: string;
  /** Whether a base URL is enough to configure it, as for a self-hosted model server. */
  readonly worksWithoutKey: boolean;
  create(settings: ProviderSettings): Provider;
}

/** A configured vendor and its settings. */
export interface ConfiguredProvider extends ProviderSettings {
  readonly vendor: Vendor;
}

/** Reads counts, which servers may leave out or send as something else, despite the types. */
export function readTokens(input: unknown, output: unknown): Tokens {
  return { input: readCount(input), output: readCount(output) };
}

function readCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** Room for an answer and for the thinking before it, in tokens. */
export function maxAnswerTokens({ isLong = false }: Pick<ModelRequest, 'isLong'>): number {
  // Some scripts take more than one token for each of the 1,500 characters.
  return isLong ? 5_000 : 2_000;
}

/**
 * Returns the text of an answer.
 * @throws UnusableAnswerError if there is none
 */
export function requireContent(content: string): string {
  if (!content.trim()) throw new UnusableAnswerError('answer', 'the answer is empty');
  return content;
}
