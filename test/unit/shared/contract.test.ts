import { describe, expect, test } from 'vitest';
import {
  generateRequest,
  generateResponse,
  maxTextLength,
  userDetailsRequest,
  userDetailsResponse,
  userIdRequired,
} from '../../../shared/contract.ts';

const minimal = { user_id: 'a@example.com', image_url: 'https://example.com/a.png' };

/** Path and message of each problem. */
function problems(schema: typeof generateRequest | typeof userDetailsRequest, body: unknown) {
  const { error } = schema.safeParse(body);
  return (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);
}

describe('user_id', () => {
  test.each([
    ['a@example.com', 'a@example.com'],
    [' A.B+c@Example.COM\n', 'a.b+c@example.com'],
    ["o'brien@example.com", "o'brien@example.com"],
    ['root@localhost', 'root@localhost'],
  ])('accepts %j as %s', (sent, userId) => {
    expect(userDetailsRequest.parse({ user_id: sent })).toEqual({ user_id: userId });
  });

  test.each([undefined, null, '', '  '])('is required: %j is not one', (sent) => {
    expect(problems(userDetailsRequest, { user_id: sent })).toEqual([['user_id', userIdRequired]]);
  });

  test.each([
    ...[0, false, {}, [[]], [['a@example.com']]],
    ...['a', '@', 'a@', '@b', 'a b@example.com', 'a@b@example.com', 'a@exam\u0000ple.com'],
    ...['a@example..com', 'ä@example.com', 'a@-example.com', `${'a'.repeat(243)}@example.com`],
  ])('reports one problem for %j', (sent) => {
    const found = problems(userDetailsRequest, { user_id: sent });
    expect(found).toHaveLength(1);
    expect(found[0]?.[1]).not.toBe(userIdRequired);
  });
});

describe('the body', () => {
  test.each([undefined, null, 1, 'text', [[]], [[minimal]]])(
    'must be an object: %j is not one',
    (body) => {
      for (const schema of [generateRequest, userDetailsRequest]) {
        expect(problems(schema, body)).toEqual([['', 'Send a JSON object.']]);
      }
    },
  );

  test('drops unknown fields', () => {
    const body = { ...minimal, plan_type: 'x', prompt: 'y' };
    expect(generateRequest.parse(body)).toEqual(minimal);
  });
});

describe('generate', () => {
  test('requires one of the two images', () => {
    const { user_id, image_url } = minimal;
    const image_file = 'data:image/png;base64,AA==';
    for (const images of [{ image_url }, { image_file }, { image_url, image_file }]) {
      expect(problems(generateRequest, { user_id, ...images })).toEqual([]);
    }
    const noImage = [
      'image_url',
      'Send an image: image_url with a public URL, or image_file with a data URI.',
    ];
    for (const images of [{}, { image_url: '' }, { image_url: '', image_file: '' }]) {
      expect(problems(generateRequest, { user_id, ...images })).toEqual([noImage]);
      expect(problems(generateRequest, images)).toContainEqual(noImage);
    }
  });

  test.each(['blog_title', 'seo_keywords', 'image_context', 'language_code'])(
    'accepts a %s of up to 2,000 characters',
    (field) => {
      expect(maxTextLength).toBe(2_000);
      for (const text of ['', 'x'.repeat(2_000)]) {
        expect(problems(generateRequest, { ...minimal, [field]: text })).toEqual([]);
      }
      expect(problems(generateRequest, { ...minimal, [field]: 'x'.repeat(2_001) })).toEqual([
        [field, `${field} may have at most 2,000 characters.`],
      ]);
      expect(problems(generateRequest, { ...minimal, [field]: null })).toEqual([
        [field, `Send ${field} as a string.`],
      ]);
    },
  );

  test('accepts a style of up to 1,500 characters', () => {
    expect(problems(generateRequest, { ...minimal, style: 'x'.repeat(1_500) })).toEqual([]);
    expect(problems(generateRequest, { ...minimal, style: 'x'.repeat(1_501) })).toEqual([
      ['style', 'style may have at most 1,500 characters.'],
    ]);
  });

  test('reports every problem together', () => {
    const body = { image_url: 1, image_file: 2, blog_title: 3, seo_keywords: 4, language_code: 5 };
    const paths = problems(generateRequest, body).map(([path]) => path);
    expect(paths.toSorted()).toEqual(['user_id', ...Object.keys(body)].toSorted());
  });
});

test('unknown fields are dropped from responses', () => {
  const result = { altText: 'A kite', CreditsAvailable: 1, plan_type: 'pro' };
  expect(generateResponse.parse({ ...result, provider: 'gemini' })).toEqual(result);
  const userDetails = { user_id: 'a@example.com', plan_type: 'pro', credits_available: 1 };
  const withMore = { userDetails: { ...userDetails, owner_id: 'b@example.com' }, more: 1 };
  expect(userDetailsResponse.parse(withMore)).toEqual({ userDetails });
});

test.each([1.5, NaN, '1', null])('a response with credits of %j is invalid', (credits) => {
  const body = { altText: 'A kite', CreditsAvailable: credits, plan_type: 'pro' };
  expect(generateResponse.safeParse(body).success).toBe(false);
});
