import type { Problem } from '../shared/error-bodies.ts';

/** An error with a status and a body that a caller may see. A caller sees any other error as a plain 500. */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    body: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(typeof body['message'] === 'string' ? body['message'] : `HTTP ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 400: `message` names every problem; `errors` lists them. */
export function badRequest(problems: readonly Problem[]): HttpError {
  const message = problems.map((problem) => problem.message).join(' ');
  return new HttpError(400, { message, errors: problems });
}

/** 400 for a request that names no user, in exactly the words of the specification. */
export function userIdMissing(message: string): HttpError {
  return new HttpError(400, { message });
}

/** 401, variant A: no `x-api-key`. */
export function authenticationRequired(): HttpError {
  return new HttpError(401, { success: false, message: 'Authentication failed' });
}

/** 401, variant B: a key that is malformed, unknown, revoked or expired, or of a suspended owner. */
export function invalidApiKey(): HttpError {
  return new HttpError(401, {
    success: false,
    message: 'Authentication failed: invalid API key',
  });
}

/** 403: the balance does not cover the call. */
export function insufficientCredits(creditsAvailable: number, planType: string): HttpError {
  return new HttpError(403, {
    message: 'Insufficient credits',
    CreditsAvailable: creditsAvailable,
    plan_type: planType,
  });
}

/** 404: no such user, or another owner's. */
export function userNotFound(): HttpError {
  return new HttpError(404, { message: 'User not found' });
}

/** 404: no such path. */
export function pathNotFound(): HttpError {
  return new HttpError(404, { message: 'There is nothing at this path' });
}

/** 405: another method than the path takes. `allow` lists those it takes. */
export function methodNotAllowed(allow: string): HttpError {
  return new HttpError(405, { message: `Use ${allow} for this path` }, { Allow: allow });
}

/** 429, with the seconds to wait. */
export function tooManyRequests(headers: Readonly<Record<string, string>>): HttpError {
  return new HttpError(
    429,
    { message: 'Too many requests from this user, please try again later' },
    headers,
  );
}

/** How soon a busy service has time again, roughly. */
const retryAfter = { 'Retry-After': '5' };

/** 429 for a load that no single user is to blame for. */
export function serviceBusy(): HttpError {
  return new HttpError(
    429,
    { message: 'The service has too many pictures to read, please try again later' },
    retryAfter,
  );
}

/** 429 for a call whose idempotency key is another call's that has not ended yet. */
export function idempotencyKeyInUse(): HttpError {
  return new HttpError(
    429,
    {
      message: 'The first call with this Idempotency-Key is still running, please try again later',
    },
    retryAfter,
  );
}

/** 500. `detail` is public: it never holds a key, a path or a stack. */
export function internalServerError(
  detail: string,
  headers?: Readonly<Record<string, string>>,
): HttpError {
  return new HttpError(
    500,
    { success: false, message: 'Internal server error', error: detail },
    headers,
  );
}

/** 500 while the database is away, with the seconds after which a call may succeed again. */
export function storeUnreachable(
  detail = 'Accounts cannot be read or changed at the moment.',
): HttpError {
  return internalServerError(detail, retryAfter);
}
