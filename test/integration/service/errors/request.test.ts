import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  detailsPath,
  generatePath,
  startService,
  type RunningService,
} from '../../../support/service.ts';
import { newImage } from '../../../support/service-with-providers.ts';

let service: RunningService;
let key: string;

beforeAll(async () => {
  service = await startService({ OPENAI_API_KEY: 'never-called' });
  key = await service.createAccount({ user_id: 'editor@example.com' });
});

afterAll(() => service.dispose());

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return service.post(path, body, { 'x-api-key': key, ...headers });
}

/** The body of a 400 with these problems, in this order. */
function problems(...list: [path: string, code: string, message: string][]) {
  return {
    message: list.map(([, , message]) => message).join(' '),
    errors: list.map(([path, code, message]) => ({ path, code, message })),
  };
}

const notJson = problems([
  '',
  'body_not_json',
  'Send a JSON object, with the header Content-Type: application/json.',
]);
const noEmail = 'Send user_id as an e-mail address, for example editor@example.com.';
const noImage = 'Send an image: image_url with a public URL, or image_file with a data URI.';

describe.each([detailsPath, generatePath])('%s', (path) => {
  test.each([
    ['missing', {}],
    ['null', { user_id: null }],
    ['empty', { user_id: '' }],
    ['blank', { user_id: ' \t' }],
    ['missing beside other mistakes', { image_url: 7 }],
    [
      'only that of the prototype',
      '{"__proto__x":1,"constructor":{"user_id":"editor@example.com"}}',
    ],
  ])('says that the user ID is required when it is %s', async (_case, body) => {
    const answer = await post(path, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ message: 'User ID is required' });
  });

  test.each([
    ['cut short', '{"user_id":'],
    ['a text', '"editor@example.com"'],
    ['null', 'null'],
    ['no JSON', 'user_id=editor@example.com'],
    ['a prototype in disguise', '{"__proto__":{"user_id":"editor@example.com"}}'],
  ])('asks for a JSON object when the body is %s', async (_case, body) => {
    const answer = await post(path, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(notJson);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/vnd.api+json', ''])(
    'asks for JSON when the content type is "%s"',
    async (type) => {
      const answer = await post(path, { user_id: 'editor@example.com' }, { 'content-type': type });
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual(notJson);
    },
  );

  test.each([
    ['an array', '[]'],
    ['ten thousand arrays deep', '['.repeat(10_000) + ']'.repeat(10_000)],
  ])('asks for an object when the body is %s', async (_case, body) => {
    const answer = await post(path, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(problems(['', 'body_not_an_object', 'Send a JSON object.']));
  });

  test.each([
    [42, 'wrong_type', 'Send user_id as a string.'],
    ['nobody', 'user_id_invalid', noEmail],
    ['a\u0000@example.com', 'user_id_invalid', noEmail],
    [`${'a'.repeat(250)}@example.com`, 'too_long', 'An e-mail address has at most 254 characters.'],
  ])('states the problem with the user ID %j', async (userId, code, message) => {
    const answer = await post(path, { user_id: userId, image_url: 'http://example.com/' });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(problems(['user_id', code, message]));
  });
});

test('names every problem of a request in one response', async () => {
  const long = 'x'.repeat(2_001);
  const answer = await post(generatePath, {
    user_id: 'nobody',
    blog_title: long,
    seo_keywords: ['a'],
    image_context: 1,
    language_code: null,
    text_length: 'longer',
  });
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual(
    problems(
      ['user_id', 'user_id_invalid', noEmail],
      ['blog_title', 'too_long', 'blog_title may have at most 2,000 characters.'],
      ['seo_keywords', 'wrong_type', 'Send seo_keywords as a string.'],
      ['image_context', 'wrong_type', 'Send image_context as a string.'],
      ['language_code', 'wrong_type', 'Send language_code as a string.'],
      ['text_length', 'wrong_value', 'Send text_length as "short", "detailed" or "long".'],
      ['image_url', 'image_missing', noImage],
    ),
  );
});

test.each(['blog_title', 'seo_keywords', 'image_context'])(
  'refuses a %s of more than 2,000 characters',
  async (field) => {
    const body = { user_id: 'editor@example.com', image_file: await newImage() };
    const answer = await post(generatePath, { ...body, [field]: 'é'.repeat(2_001) });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      problems([field, 'too_long', `${field} may have at most 2,000 characters.`]),
    );
  },
);

test.each([{}, { image_url: '' }, { image_file: '' }, { image_url: '', image_file: '' }])(
  'asks for an image when the request has none: %j',
  async (fields) => {
    const answer = await post(generatePath, { user_id: 'editor@example.com', ...fields });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(problems(['image_url', 'image_missing', noImage]));
  },
);

test('states the required type of an image field', async () => {
  const fields = { image_url: ['http://example.com/'], image_file: null };
  const answer = await post(generatePath, { user_id: 'editor@example.com', ...fields });
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual(
    problems(
      ['image_url', 'wrong_type', 'Send image_url as a string that holds a URL.'],
      ['image_file', 'wrong_type', 'Send image_file as a string that holds a data URI.'],
    ),
  );
});

test('answers a request with ten thousand levels in an unknown field', async () => {
  const deep = '['.repeat(10_000) + ']'.repeat(10_000);
  const answer = await post(detailsPath, `{"user_id":"editor@example.com","x":${deep}}`);
  expect(answer.status).toBe(200);
});
