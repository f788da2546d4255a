import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { rawRequest } from '../../../support/raw-request.ts';
import {
  detailsPath,
  generatePath,
  startService,
  type RunningService,
} from '../../../support/service.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
let service: RunningService;

beforeAll(async () => {
  service = await startService({ OPENAI_API_KEY: 'never-called' });
});

afterAll(() => service.dispose());

describe.each([detailsPath, generatePath])('%s', (path) => {
  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])(
    'answers 405 to %s with the allowed methods',
    async (method) => {
      const answer = await rawRequest(service.url, { method, path });
      expect(answer.status).toBe(405);
      expect(answer.headers['allow']).toBe('POST');
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(JSON.parse(answer.text)).toEqual({ message: 'Use POST for this path' });
    },
  );

  test('answers 405 without a body to HEAD', async () => {
    const answer = await rawRequest(service.url, { method: 'HEAD', path });
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('POST');
    expect(answer.text).toBe('');
  });

  test('does not let browsers call it from another site', async () => {
    const answer = await rawRequest(service.url, {
      method: 'OPTIONS',
      path,
      headers: { origin: 'https://example.com', 'access-control-request-method': 'POST' },
    });
    expect(answer.headers['allow']).toBe('POST');
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each([`${path}/`, `/${path}`, path.replace('/v1', '/v2'), `${path}%2f`, `/x/..${path}x`])(
    'does not exist at %s',
    async (other) => {
      const answer = await rawRequest(service.url, { path: other });
      expect(answer.status).toBe(404);
      expect(JSON.parse(answer.text)).toEqual({ message: 'This path does not exist' });
    },
  );

  test('accepts a query string', async () => {
    const answer = await rawRequest(service.url, { path: `${path}?utm_source=x` });
    expect(answer.status).toBe(401);
  });
});

test('/ leads to the dashboard, if it is on; DASHBOARD=off serves nothing of it', async () => {
  const answer = await fetch(service.url, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/dashboard']);
  const off = await startService({ OPENAI_API_KEY: 'never-called', DASHBOARD: 'off' });
  onTestFinished(() => off.dispose());
  expect((await fetch(off.url, { redirect: 'manual' })).status).toBe(404);
  const dashboard = await fetch(`${off.url}/dashboard/sign-in`);
  expect([dashboard.status, await dashboard.json()]).toEqual([
    404,
    { message: 'This path does not exist' },
  ]);
  expect(off.log()).not.toContain('/dashboard/setup/');
});

test.each(['/favicon.ico', '/%', '/%00', '/..%2f..%2fetc/passwd'])(
  'answers 404 at %s',
  async (path) => {
    const answer = await rawRequest(service.url, { method: 'GET', path });
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toEqual({ message: 'This path does not exist' });
  },
);

test.each(['a', 'wp-1234:abc_DEF.5', 'x'.repeat(128)])(
  'responds with the caller’s request ID %s',
  async (id) => {
    const headers = { 'x-request-id': id };
    const answer = await rawRequest(service.url, { path: detailsPath, headers });
    expect(answer.headers['x-request-id']).toBe(id);
    await expect.poll(() => service.log()).toContain(`"request_id":"${id}"`);
  },
);

test.each(['', 'x'.repeat(129), 'two words', '{"a":1}', 'ä', '<script>'])(
  'responds with a new request ID if the caller’s is "%s"',
  async (id) => {
    const headers = { 'x-request-id': id };
    const answer = await rawRequest(service.url, { path: detailsPath, headers });
    expect(answer.headers['x-request-id']).toMatch(uuid);
  },
);

test('sends a request ID with every response', async () => {
  for (const [method, path] of [
    ['GET', '/healthz'],
    ['GET', '/nowhere'],
    ['DELETE', detailsPath],
    ['POST', generatePath],
  ]) {
    const answer = await rawRequest(service.url, { method: method ?? '', path: path ?? '' });
    expect(answer.headers['x-request-id']).toMatch(uuid);
  }
});
