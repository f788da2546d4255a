import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRequest } from '../../../support/raw-request.ts';
import { runCliJson } from '../../../support/run-to-end.ts';
import {
  detailsPath,
  generatePath,
  startService,
  type RunningService,
} from '../../../support/service.ts';

const unknownKey = 'alt_000000000000000000000000000000002wjyrI';
const variantA = { success: false, message: 'Authentication failed' };
const variantB = { success: false, message: 'Authentication failed: invalid API key' };

let service: RunningService;
let key: string;

beforeAll(async () => {
  service = await startService({ OPENAI_API_KEY: 'never-called', IMAGE_MAX_BYTES: '1024' });
  key = await service.createAccount({ user_id: 'editor@example.com' });
});

afterAll(() => service.dispose());

function replaceLast(text: string): string {
  return text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A');
}

describe.each([detailsPath, generatePath])('%s', (path) => {
  test.each([
    ['no key', {}],
    ['an empty key', { 'x-api-key': '' }],
  ])('answers 401 to %s', async (_case, headers) => {
    const answer = await service.post(path, { user_id: 'editor@example.com' }, headers);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual(variantA);
  });

  test.each([
    ['is malformed', () => 'secret'],
    ['has a wrong checksum', () => replaceLast(key)],
    ['has another case', () => key.toLowerCase()],
    ['has a tail', () => `${key}x`],
    ['is a name that every object has', () => '__proto__'],
    ['is unknown', () => unknownKey],
    ['is long', () => 'x'.repeat(8_000)],
  ])('answers 401 to a key that %s', async (_case, wrong) => {
    const headers = { 'x-api-key': wrong() };
    const answer = await service.post(path, { user_id: 'editor@example.com' }, headers);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual(variantB);
  });

  test('answers 401 to a valid key that is sent twice', async () => {
    const answer = await rawRequest(service.url, {
      path,
      headers: { 'content-type': 'application/json', 'x-api-key': [key, key] },
      body: JSON.stringify({ user_id: 'editor@example.com' }),
    });
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.text)).toEqual(variantB);
  });
});

test('answers 401 as soon as a key is revoked', async () => {
  const options = ['--owner', 'editor@example.com'];
  const made = await runCliJson(service.dataDir, 'key', 'create', ...options);
  const { id, api_key: apiKey } = made as { id: string; api_key: string };
  const ask = () =>
    service.post(detailsPath, { user_id: 'editor@example.com' }, { 'x-api-key': apiKey });
  expect((await ask()).status).toBe(200);

  await runCliJson(service.dataDir, 'key', 'revoke', '--id', id);
  const after = await ask();
  expect(after.status).toBe(401);
  expect(after.body).toEqual(variantB);
});

test('does not reveal problems of the body to a caller without a valid key', async () => {
  for (const body of ['{"user_id":', '[]', '{}', '{"user_id":"nobody@example.com"}']) {
    const missing = await service.post(detailsPath, body);
    expect([missing.status, missing.body]).toEqual([401, variantA]);
    const wrong = await service.post(detailsPath, body, { 'x-api-key': unknownKey });
    expect([wrong.status, wrong.body]).toEqual([401, variantB]);
  }
});

test('checks the size before the key', async () => {
  const body = JSON.stringify({ user_id: 'x'.repeat(70_000) });
  const answer = await service.post(generatePath, body, { 'x-api-key': unknownKey });
  expect(answer.status).toBe(400);
  expect(answer.body['message']).toMatch(/^The request is too large\. Send at most \d+\.\d MB\.$/);
});

test('checks the path before the key', async () => {
  const answer = await service.post('/v1/no-such-operation', {}, { 'x-api-key': unknownKey });
  expect(answer.status).toBe(404);
});
