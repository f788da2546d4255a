import type {
  GenerateRequest,
  GenerateResponse,
  UserDetailsRequest,
  UserDetailsResponse,
} from './contract.ts';
import type { Problem } from './error-bodies.ts';

export interface ClientOptions {
  /** The URL of the service, for example `https://alt.example.com`. */
  readonly url: string;
  readonly apiKey: string;
  /** How long a call may take, in milliseconds; 30 s by default. */
  readonly timeoutMs?: number;
}

export interface CallOptions {
  /** The id of the call in the service's logs. */
  readonly requestId?: string;
  /** Ends the call. */
  readonly signal?: AbortSignal;
}

export interface GenerateOptions extends CallOptions {
  /** A repeated call with the same key is charged once. */
  readonly idempotencyKey?: string;
  /** Whether to generate a new text even if the service has one in its cache. */
  readonly isNewWanted?: boolean;
}

/** A text and the information in its headers. */
export interface GeneratedAltText extends GenerateResponse {
  /** Code of the language that was requested from the model. */
  readonly language: string;
  /** The purpose of the image according to the model; absent if it did not state one. */
  readonly purpose?: string;
  /** The model that wrote the text; absent if an older release stored the text. */
  readonly model?: string;
  /** The version of the service's instructions to the model; absent likewise. */
  readonly promptVersion?: string;
}

/** A failed call. */
export class AltscribeError extends Error {
  override readonly name = 'AltscribeError';
  /** Status of the response; absent if there was none. */
  readonly status?: number;
  /** Code of the first problem of a 400: see docs/errors.md. */
  readonly code?: string;
  /** Every problem of a 400. */
  readonly errors: readonly Problem[];
  /** Seconds to wait before the next attempt. */
  readonly retryAfter?: number;
  readonly requestId?: string;

  constructor(message: string, details: Partial<AltscribeError> = {}, options?: ErrorOptions) {
    super(message, options);
    this.errors = details.errors ?? [];
    Object.assign(this, details);
  }
}

/**
 * A client of the service, for Node and browsers with `fetch`. Every call throws AltscribeError.
 * The API key is for servers: never put it in a page.
 */
export function createClient({ url, apiKey, timeoutMs = 30_000 }: ClientOptions) {
  async function post(
    path: string,
    body: object,
    headers: Record<string, string | undefined>,
    signal?: AbortSignal,
  ): Promise<{ body: unknown; headers: Headers }> {
    const timeOut = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url.replace(/(?<!\/)\/+$/, '') + path, {
        method: 'POST',
        headers: definedOnly({
          'content-type': 'application/json',
          'x-api-key': apiKey,
          ...headers,
        }),
        body: JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, timeOut]) : timeOut,
      });
      const received = parse(await response.text());
      if (!response.ok || received === undefined) throw toError(response, received);
      return { body: received, headers: response.headers };
    } catch (cause) {
      if (cause instanceof AltscribeError) throw cause;
      const message = timeOut.aborted
        ? `The service did not respond within ${timeoutMs} ms.`
        : 'The service could not be reached.';
      throw new AltscribeError(message, {}, { cause });
    }
  }

  return {
    /** Writes alt text for one image, for one credit. */
    async generateAltText(
      request: GenerateRequest,
      { requestId, signal, idempotencyKey, isNewWanted }: GenerateOptions = {},
    ): Promise<GeneratedAltText> {
      const sent = {
        'x-request-id': requestId,
        'idempotency-key': idempotencyKey,
        'cache-control': isNewWanted ? 'no-cache' : undefined,
      };
      const { body, headers } = await post('/v1/generate-alt-text-api', request, sent, signal);
      const purpose = headers.get('altscribe-purpose');
      const model = headers.get('altscribe-model');
      const promptVersion = headers.get('altscribe-prompt');
      return {
        ...(body as GenerateResponse),
        language: headers.get('content-language') ?? 'en',
        ...(purpose && { purpose }),
        ...(model && { model: decodeURI(model) }),
        ...(promptVersion && { promptVersion }),
      };
    },

    /** Plan and credits of a user. */
    async getUserDetails(
      request: UserDetailsRequest,
      { requestId, signal }: CallOptions = {},
    ): Promise<UserDetailsResponse['userDetails']> {
      const sent = { 'x-request-id': requestId };
      const { body } = await post('/v1/get-user-details-api', request, sent, signal);
      return (body as UserDetailsResponse).userDetails;
    },
  };
}

function definedOnly(headers: Record<string, string | undefined>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function toError({ status, headers }: Response, body: unknown): AltscribeError {
  const { message, errors = [] } = (body ?? {}) as { message?: string; errors?: Problem[] };
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
  const requestId = headers.get('x-request-id');
  return new AltscribeError(message ?? `What responded with status ${status} is not Altscribe.`, {
    status,
    errors,
    ...(errors[0] && { code: errors[0].code }),
    ...(Number.isFinite(retryAfter) && { retryAfter }),
    ...(requestId && { requestId }),
  });
}
