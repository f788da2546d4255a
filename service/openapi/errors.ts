import {
  authenticationRequired,
  badRequest,
  idempotencyKeyInUse,
  insufficientCredits,
  internalServerError,
  invalidApiKey,
  methodNotAllowed,
  pathNotFound,
  serviceBusy,
  storeUnreachable,
  tooManyRequests,
  userIdMissing,
  userNotFound,
  type HttpError,
} from '../errors.ts';
import { userIdRequired } from '../../shared/contract.ts';
import { always, counted, failed, retryable, withAllow } from './headers.ts';
import { jsonContent, type SchemaName } from './schemas.ts';

/** One kind of response, whose examples are the errors that the service throws. */
function response(
  description: string,
  headers: Readonly<Record<string, { readonly $ref: string }>>,
  schema: SchemaName,
  errors: Readonly<Record<string, HttpError>>,
) {
  const bodies = Object.entries(errors).map(([name, { body }]) => [name, body] as const);
  return { description, headers, content: jsonContent(schema, Object.fromEntries(bodies)) };
}

const notFetched = 'The server of the picture answered with status 404.';

/** Responses of errors, by the name that `$ref`s use. */
export const errorResponses = {
  BadRequest: response('The request is wrong. Every problem is named.', counted, 'BadRequest', {
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
    'No API key, or one that is not good.',
    counted,
    'AuthenticationFailed',
    { no_key: authenticationRequired(), invalid_key: invalidApiKey() },
  ),
  InsufficientCredits: response('The credits are used up.', counted, 'InsufficientCredits', {
    insufficient_credits: insufficientCredits(0, 'free'),
  }),
  UserNotFound: response('No such user belongs to the key.', always, 'Message', {
    user_not_found: userNotFound(),
  }),
  PathNotFound: response('There is nothing at the path.', always, 'Message', {
    path_not_found: pathNotFound(),
  }),
  MethodNotAllowed: response('The path does not take this method.', withAllow, 'Message', {
    method_not_allowed: methodNotAllowed('POST'),
  }),
  TooManyRequests: response(
    'Too many requests of this user, or failed authentications of this address; or the service is busy.',
    retryable,
    'Message',
    {
      too_many_requests: tooManyRequests({}),
      busy: serviceBusy(),
      idempotency_key_in_use: idempotencyKeyInUse(),
    },
  ),
  InternalServerError: response(
    'No provider could be used, or the service has a fault. Nothing was charged.',
    failed,
    'InternalServerError',
    {
      providers_failed: internalServerError('openai: no connection; gemini: time-out'),
      store_away: storeUnreachable(),
    },
  ),
};

/** The reference to a response of an error. */
export function errorRef(name: keyof typeof errorResponses) {
  return { $ref: `#/components/responses/${name}` };
}
