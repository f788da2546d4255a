import { expect, test } from 'vitest';
import { expectDescribed } from '../../support/expect-described.ts';

const good = {
  method: 'POST',
  path: '/v1/generate-alt-text-api',
  status: 200,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': 'a',
    'content-language': 'en',
    ratelimit: '"user";r=99;t=60',
  },
  text: '{"altText":"A boat","CreditsAvailable":1,"plan_type":"pro"}',
};

test('accepts a response that matches the description', () => {
  expect(() => expectDescribed(good)).not.toThrow();
});

const { 'x-request-id': id, ...withoutId } = good.headers;

test.each([
  ['status', { status: 418 }, 'The status is not described.'],
  ['path', { path: '/v2' }, 'The status is not described.'],
  ['method', { method: 'PUT' }, 'The status is not described.'],
  ['header', { headers: { ...good.headers, 'x-own': '1' } }, 'The header x-own is not described.'],
  ['missing header', { headers: withoutId }, 'The header x-request-id is missing.'],
  ['value', { headers: { ...good.headers, age: 'old' } }, 'The header age is old'],
  ['language', { headers: { ...good.headers, 'content-language': 'xx' } }, 'content-language'],
  ['type', { headers: { 'x-request-id': id, 'content-type': 'text/html' } }, 'text/html'],
  ['body', { text: '{"altText":"A boat"}' }, 'The body is wrong'],
  ['field', { text: `${good.text.slice(0, -1)},"user_id":"a"}` }, 'The body is wrong'],
])('refuses another %s', (_what, change, problem) => {
  expect(() => expectDescribed({ ...good, ...change })).toThrow(problem);
});
