import { languages } from '../../shared/languages.ts';
import { purposes } from '../prompting/answer.ts';

/** Schema of a header whose value is a whole number of seconds. */
const seconds = (minimum: number) => ({ type: 'integer', minimum });

function header(description: string, schema: object, required = false) {
  return { description, schema, required };
}

/** The limits that requests count against. */
const limit = '^"(user|failed-authentication)"';

/** Headers of responses, by the name that `$ref`s use. */
export const headers = {
  RequestId: header(
    'The id of the request in the logs: the caller’s own, if it sent one of 1 to 128 letters, digits and `_.:-`.',
    { type: 'string', pattern: '^[A-Za-z0-9_.:-]{1,128}$' },
    true,
  ),
  RateLimit: header(
    'What is left of a limit: `r` requests for the next `t` seconds (IETF draft).',
    { type: 'string', pattern: `${limit};r=\\d+;t=\\d+$`, examples: ['"user";r=99;t=60'] },
  ),
  RateLimitPolicy: header('The limit: `q` requests in `w` seconds (IETF draft).', {
    type: 'string',
    pattern: `${limit};q=\\d+;w=\\d+$`,
    examples: ['"user";q=100;w=60'],
  }),
  RetryAfter: header('Seconds to wait before the next try.', seconds(1), true),
  RetryAfterOutage: header(
    'Seconds to wait before the next try, while the database is away.',
    seconds(1),
  ),
  Age: header('Seconds since the text was written, where it comes from the cache.', seconds(0)),
  ContentLanguage: header(
    'The language that was asked of the model.',
    { type: 'string', enum: languages.map(({ code }) => code) },
    true,
  ),
  Purpose: header('What the model took the image for; absent where it did not say.', {
    type: 'string',
    enum: [...purposes],
  }),
  Allow: header('The methods that the path takes.', { type: 'string' }, true),
  ETag: header('Changes when the description does.', { type: 'string' }, true),
  CacheControl: header('How long it may be kept.', { type: 'string' }, true),
};

const ref = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` });

/** What every response has. */
export const always = { 'X-Request-Id': ref('RequestId') };

/** What every response has that was counted. */
export const counted = {
  ...always,
  RateLimit: ref('RateLimit'),
  'RateLimit-Policy': ref('RateLimitPolicy'),
};

/** What a response has that asks to wait. */
export const retryable = { ...counted, 'Retry-After': ref('RetryAfter') };

/** What a 500 has. */
export const failed = { ...counted, 'Retry-After': ref('RetryAfterOutage') };

/** What a generated text comes with. */
export const generated = {
  ...counted,
  'Content-Language': ref('ContentLanguage'),
  'Altscribe-Purpose': ref('Purpose'),
  Age: ref('Age'),
};

/** What a 405 has. */
export const withAllow = { ...always, Allow: ref('Allow') };

/** What a file has that may be kept. */
export const kept = { ...always, ETag: ref('ETag'), 'Cache-Control': ref('CacheControl') };
