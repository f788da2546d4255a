import { userIdRequired } from '../../../shared/contract.ts';
import { languages } from '../../../shared/languages.ts';
import { purposes } from '../../prompting/answer.ts';
import {
  authenticationRequired,
  badRequest,
  dailyLimitReached,
  idempotencyKeyInUse,
  insufficientCredits,
  internalServerError,
  invalidApiKey,
  keyNotForUser,
  methodNotAllowed,
  pathNotFound,
  serviceBusy,
  storeUnreachable,
  tooManyRequests,
  userIdMissing,
  userNotFound,
  type HttpError,
} from '../../operations/errors.ts';
import { jsonContent, type SchemaName } from './schemas.ts';

/** The schema of a header with a whole number of seconds. */
const seconds = (minimum: number) => ({ type: 'integer', minimum });

function header(description: string, schema: object, required = false) {
  return { description, schema, required };
}

/** The rate limits. */
const limit = '^"(user|failed-authentication)"';

/** Response headers, by `$ref` name. */
export const headers = {
  RequestId: header(
    'The id of the request in the logs: the caller’s own, if it sent one of 1 to 128 letters, digits and `_.:-`.',
    { type: 'string', pattern: '^[A-Za-z0-9_.:-]{1,128}$' },
    true,
  ),
  RateLimit: header('The remaining limit: `r` requests in the next `t` seconds (IETF draft).', {
    type: 'string',
    pattern: `${limit};r=\\d+;t=\\d+$`,
    examples: ['"user";r=99;t=60'],
  }),
  RateLimitPolicy: header('The limit: `q` requests in `w` seconds (IETF draft).', {
    type: 'string',
    pattern: `${limit};q=\\d+;w=\\d+$`,
    examples: ['"user";q=100;w=60'],
  }),
  RetryAfter: header('Seconds to wait before retrying.', seconds(1), true),
  RetryAfterOutage: header(
    'Seconds to wait before retrying, while the database is unavailable or no provider may be asked.',
    seconds(1),
  ),
  Age: header('Seconds since the text was generated, if it comes from the cache.', seconds(0)),
  IdempotencyReplayed: header(
    '`true` if this is the response of an earlier call with the same `Idempotency-Key`.',
    { type: 'string', enum: ['true'] },
  ),
  ContentLanguage: header(
    'The language requested from the model.',
    { type: 'string', enum: languages.map(({ code }) => code) },
    true,
  ),
  Purpose: header(
    'The purpose of the image according to the model; absent if the model did not state it.',
    {
      type: 'string',
      enum: [...purposes],
    },
  ),
  Model: header(
    'The model that wrote the text, as configured, percent-encoded if it is not ASCII; absent if an older release stored the text.',
    { type: 'string', pattern: '^[!-~]+$', examples: ['gpt-5.4-mini'] },
  ),
  Prompt: header(
    'The version of our instructions to the model; absent if an older release stored the text.',
    { type: 'string', pattern: '^[0-9]+$' },
  ),
  Doubts: header(
    'What a second model could not confirm: a JSON list of at most three quotations from the text, in ASCII; empty if it confirmed all. Absent without a second opinion.',
    { type: 'string', pattern: '^\\[[ -~]*\\]$', examples: ['["one partly open"]'] },
  ),
  Allow: header('The methods that the path supports.', { type: 'string' }, true),
  ETag: header('Changes when the document changes.', { type: 'string' }, true),
  CacheControl: header('How long the document may be cached.', { type: 'string' }, true),
};

const ref = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` });

/** Headers of every response. */
export const always = { 'X-Request-Id': ref('RequestId') };

/** Headers of every rate-limited response. */
export const counted = {
  ...always,
  RateLimit: ref('RateLimit'),
  'RateLimit-Policy': ref('RateLimitPolicy'),
};

/** Headers of a response that asks the caller to wait. */
const retryable = { ...counted, 'Retry-After': ref('RetryAfter') };

/** Headers of a 500. */
const failed = { ...counted, 'Retry-After': ref('RetryAfterOutage') };

/** Headers of a generated text. */
export const generated = {
  ...counted,
  'Content-Language': ref('ContentLanguage'),
  'Altscribe-Purpose': ref('Purpose'),
  'Altscribe-Model': ref('Model'),
  'Altscribe-Prompt': ref('Prompt'),
  'Altscribe-Doubts': ref('Doubts'),
  Age: ref('Age'),
  'Idempotency-Replayed': ref('IdempotencyReplayed'),
};

/** Headers of a 405. */
const withAllow = { ...always, Allow: ref('Allow') };

/** Headers of a file that may be cached. */
export const kept = { ...always, ETag: ref('ETag'), 'Cache-Control': ref('CacheControl') };

/** One kind of response, with the service's own errors as examples. */
function response(
  description: string,
  headers: Readonly<Record<string, { readonly $ref: string }>>,
  schema: SchemaName,
  errors: Readonly<Record<string, HttpError>>,
) {
  const bodies = Object.entries(errors).map(([name, { body }]) => [name, body] as const);
  return { description, headers, content: jsonContent(schema, Object.fromEntries(bodies)) };
}

const notFetched = 'The image server returned status 404.';

/** Error responses, by `$ref` name. */
export const errorResponses = {
  BadRequest: response('The request is invalid. All problems are listed.', counted, 'BadRequest', {
    user_id_required: userIdMissing(userIdRequired),
    one_problem: badRequest([{ path: 'image_url', code: 'image_not_found', message: notFetched }]),
    several_problems: badRequest([
      { path: 'blog_title', code: 'wrong_type', message: 'Send blog_title as a string.' },
      {
        path: 'image_url',
        code: 'image_missing',
        message: 'Send an image: image_url with a public URL, or image_file with a data URI.',
      },
    ]),
  }),
  AuthenticationFailed: response(
    'The API key is missing or invalid.',
    counted,
    'AuthenticationFailed',
    { no_key: authenticationRequired(), invalid_key: invalidApiKey() },
  ),
  Forbidden: response(
    'The user does not have enough credits, or the API key is limited to another user: then `code` is `key_not_for_user`.',
    counted,
    'Forbidden',
    {
      insufficient_credits: insufficientCredits(0, 'free'),
      key_not_for_user: keyNotForUser(),
    },
  ),
  KeyNotForUser: response('The API key is limited to another user.', always, 'Message', {
    key_not_for_user: keyNotForUser(),
  }),
  UserNotFound: response(
    'The user does not exist, or belongs to another owner.',
    always,
    'Message',
    {
      user_not_found: userNotFound(),
    },
  ),
  PathNotFound: response('The path does not exist.', always, 'Message', {
    path_not_found: pathNotFound(),
  }),
  MethodNotAllowed: response('The path does not support this method.', withAllow, 'Message', {
    method_not_allowed: methodNotAllowed('POST'),
  }),
  TooManyRequests: response(
    'Too many requests from this user, or too many failed authentications from this address, or the service is busy, or a daily limit is reached: then `code` is `daily_limit_reached`, and `Retry-After` ends at midnight UTC.',
    retryable,
    'Message',
    {
      too_many_requests: tooManyRequests({}),
      busy: serviceBusy(),
      idempotency_key_in_use: idempotencyKeyInUse(),
      daily_limit_reached: dailyLimitReached(false, 1),
    },
  ),
  InternalServerError: response(
    'All providers failed, or the service has an internal error. Nothing was charged.',
    failed,
    'InternalServerError',
    {
      providers_failed: internalServerError('openai: no connection; gemini: time-out'),
      store_away: storeUnreachable(),
    },
  ),
};

/** The reference to an error response. */
export function errorRef(name: keyof typeof errorResponses) {
  return { $ref: `#/components/responses/${name}` };
}
