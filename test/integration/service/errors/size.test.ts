import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRequest } from '../../../support/raw-request.ts';
import {
  detailsPath,
  generatePath,
  startService,
  type RunningService,
} from '../../../support/service.ts';

/** 10 MiB of image in base64, and 64 KiB for the other fields. */
const limit = Math.ceil(10_485_760 / 3) * 4 + 65_536;
const message = 'The request is too large. Send at most 13.4 MB.';
const tooLarge = { message, errors: [{ path: '', code: 'request_too_large', message }] };

let service: RunningService;
let headers: Record<string, string>;

beforeAll(async () => {
  service = await startService({ OPENAI_API_KEY: 'never-called' });
  const key = await service.createAccount({ user_id: 'editor@example.com' });
  headers = { 'content-type': 'application/json', 'x-api-key': key };
});

afterAll(() => service.dispose());

async function expectStillAnswers() {
  const answer = await service.post(detailsPath, { user_id: 'editor@example.com' }, headers);
  expect(answer.status).toBe(200);
}

describe.each([detailsPath, generatePath])('%s', (path) => {
  test('refuses a body with too large a Content-Length before it is sent', async () => {
    const answer = await rawRequest(service.url, {
      path,
      headers: { ...headers, 'content-length': limit + 1 },
      body: ['{'],
    });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toEqual(tooLarge);
    await expectStillAnswers();
  });

  test('refuses a body that turns out to be too large', async () => {
    const megabyte = ' '.repeat(1024 * 1024);
    const answer = await rawRequest(service.url, {
      path,
      headers: { ...headers, 'transfer-encoding': 'chunked' },
      body: Array.from({ length: 14 }, () => megabyte),
    });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toEqual(tooLarge);
    await expectStillAnswers();
  });

  test.each(['gzip', 'br', 'identity', 'x-unknown'])(
    'refuses a body with Content-Encoding %s',
    async (encoding) => {
      const answer = await rawRequest(service.url, {
        path,
        headers: { ...headers, 'content-encoding': encoding },
        body: '{}',
      });
      const message = 'Send the request without Content-Encoding, as plain JSON.';
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.text)).toEqual({
        message,
        errors: [{ path: '', code: 'content_encoding_unsupported', message }],
      });
    },
  );
});

test.each([
  ['arrays in arrays', (size: number) => '['.repeat(size)],
  ['arrays in arrays that end', (size: number) => '['.repeat(size / 2) + ']'.repeat(size / 2)],
  ['objects', (size: number) => `[${'{},'.repeat(size / 3 - 1)}{}]`],
  ['numbers', (size: number) => `{"a":[${'1,'.repeat(size / 2 - 4)}1]}`],
])('refuses %s as quickly as it reads one long text', async (_case, write) => {
  const time = async (body: string, status: number) => {
    const start = performance.now();
    const answer = await rawRequest(service.url, { path: detailsPath, headers, body });
    expect(answer.status).toBe(status);
    return { ms: performance.now() - start, text: answer.text };
  };
  const size = 13_000_000;
  const long = JSON.stringify({ user_id: 'editor@example.com', x: 'A'.repeat(size) });
  const body = write(size);
  const [texts, parts]: [number[], number[]] = [[], []];
  for (let n = 0; n < 3; n++) {
    texts.push((await time(long, 200)).ms);
    const { ms, text } = await time(body, 400);
    parts.push(ms);
    expect(JSON.parse(text)).toMatchObject({ errors: [{ code: 'body_too_complex' }] });
  }
  expect(Math.min(...parts)).toBeLessThan(3 * Math.min(...texts));
});

test('accepts an image of exactly the maximum size and decodes it', async () => {
  const bytes = Buffer.alloc(10_485_760);
  const image_file = `data:image/png;base64,${bytes.toString('base64')}`;
  const body = { user_id: 'editor@example.com', image_file };
  const answer = await service.post(generatePath, body, headers);
  expect(answer.status).toBe(400);
  expect(answer.body['message']).toMatch(/not an image/);
});
