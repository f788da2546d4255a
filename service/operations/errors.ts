import type { Problem } from '../../shared/error-bodies.ts';
import type { ProblemCode } from '../../shared/problem-codes.ts';

/**
 * Why a request failed, as one of a few words for logs and metrics. docs/monitoring.md lists them.
 */
export type ErrorReason = ProblemCode | (typeof otherReasons)[number];

/** Reasons besides the problem codes, which are those of a 400. */
export const otherReasons = [
  'user_id_missing',
  'api_key_missing',
  'api_key_invalid',
  'insufficient_credits',
  'key_not_for_user',
  'user_not_found',
  'path_not_found',
  'method_not_allowed',
  'too_many_requests',
  'too_many_failed_authentications',
  'daily_limit_reached',
  'busy',
  'idempotency_key_in_use',
  'providers_failed',
  'caller_gone',
  'reservation_lost',
  'store_unavailable',
  'store_failed',
  'account_damaged',
  'internal_error',
] as const;

/** An error whose status and body a caller may see. Any other error becomes a plain 500. */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  readonly reason: ErrorReason;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    reason: ErrorReason,
    status: number,
    body: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(typeof body['message'] === 'string' ? body['message'] : `HTTP ${status}`);
    this.reason = reason;
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 400: `message` names every problem, `errors` lists them. The first one is the reason. */
export function badRequest(problems: readonly Problem[]): HttpError {
  const message = problems.map((problem) => problem.message).join(' ');
  return new HttpError(problems[0]?.code ?? 'request_malformed', 400, {
    message,
    errors: problems,
  });
}

/** 400 for a request without a user id, in exactly the words of the specification. */
export function userIdMissing(message: string): HttpError {
  return new HttpError('user_id_missing', 400, { message });
}

/** 401, variant A: no `x-api-key`. */
export function authenticationRequired(): HttpError {
  return new HttpError('api_key_missing', 401, {
    success: false,
    message: 'Authentication failed',
  });
}

/** 401, variant B: the key is malformed, unknown, revoked or expired, or its owner is suspended. */
export function invalidApiKey(): HttpError {
  return new HttpError('api_key_invalid', 401, {
    success: false,
    message: 'Authentication failed: invalid API key',
  });
}

/** 403: the balance does not cover the call. */
export function insufficientCredits(creditsAvailable: number, planType: string): HttpError {
  return new HttpError('insufficient_credits', 403, {
    message: 'Insufficient credits',
    CreditsAvailable: creditsAvailable,
    plan_type: planType,
  });
}

/** 403: the key is limited to another user. */
export function keyNotForUser(): HttpError {
  return new HttpError('key_not_for_user', 403, {
    message: 'This API key is limited to another user',
    code: 'key_not_for_user',
  });
}

/** 404: no such user, or another owner's. */
export function userNotFound(): HttpError {
  return new HttpError('user_not_found', 404, { message: 'User not found' });
}

/** 404: no such path. */
export function pathNotFound(): HttpError {
  return new HttpError('path_not_found', 404, { message: 'This path does not exist' });
}

/** 405: the path doesn't support the method. `allow` lists the supported ones. */
export function methodNotAllowed(allow: string): HttpError {
  return new HttpError(
    'method_not_allowed',
    405,
    { message: `Use ${allow} for this path` },
    { Allow: allow },
  );
}

/** 429, with the seconds to wait. */
export function tooManyRequests(
  headers: Readonly<Record<string, string>>,
  reason: ErrorReason = 'too_many_requests',
): HttpError {
  return new HttpError(
    reason,
    429,
    { message: 'Too many requests from this user, please try again later' },
    headers,
  );
}

/** Rough estimate of how soon a busy service is free again. */
const retryAfter = { 'Retry-After': '5' };

/** 429 for load that isn't caused by a single user. */
export function serviceBusy(): HttpError {
  return new HttpError(
    'busy',
    429,
    { message: 'The service is busy with other images, please try again later' },
    retryAfter,
  );
}

/** 429 until the next day (UTC): the calls of an owner, or of the whole service, are used up. */
export function dailyLimitReached(isOfOwner: boolean, secondsLeft: number): HttpError {
  const message = isOfOwner
    ? 'The daily limit of this account is reached, please try again after midnight UTC'
    : 'The daily limit of this service is reached, please try again after midnight UTC';
  return new HttpError(
    'daily_limit_reached',
    429,
    { message, code: 'daily_limit_reached' },
    { 'Retry-After': String(secondsLeft) },
  );
}

/** 429 for a call whose idempotency key belongs to another call that is still running. */
export function idempotencyKeyInUse(): HttpError {
  return new HttpError(
    'idempotency_key_in_use',
    429,
    {
      message: 'The first call with this Idempotency-Key is still running, please try again later',
    },
    retryAfter,
  );
}

/** 500. `detail` is public: it never contains a key, a path or a stack. */
export function internalServerError(
  detail: string,
  reason: ErrorReason = 'internal_error',
  headers?: Readonly<Record<string, string>>,
): HttpError {
  return new HttpError(
    reason,
    500,
    { success: false, message: 'Internal server error', error: detail },
    headers,
  );
}

/** 500 while the database is unavailable, with the seconds after which to retry. */
export function storeUnreachable(
  detail = 'Accounts cannot be read or changed at the moment.',
): HttpError {
  return internalServerError(detail, 'store_unavailable', retryAfter);
}
