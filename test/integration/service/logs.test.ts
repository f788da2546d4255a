import { afterAll, beforeAll, expect, test } from 'vitest';
import { reset, status, text } from '../../support/provider-stand-in.ts';
import {
  geminiKey,
  newImage,
  openaiKey,
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';
import { detailsPath, generatePath } from '../../support/service.ts';

interface Line {
  readonly level: number;
  readonly request_id?: string;
  readonly status?: number;
}

const wrongKey = 'alt_not-a-key-but-somebody-typed-it';
const imagesSent: string[] = [];
let whole: ServiceWithProviders;
let log: string;

/** A service with all optional log fields. */
beforeAll(async () => {
  whole = await startServiceWithProviders({ credits: 2, env: { LOG_LEVEL: 'trace' } });
  const { providers, service, key, userId } = whole;
  const auth = { 'x-api-key': key };

  async function generate(requestId: string) {
    const image_file = await newImage();
    imagesSent.push(image_file);
    return whole.generate({ image_file }, { 'x-request-id': requestId });
  }

  expect((await generate('success')).status).toBe(200);
  providers.set({
    openai: status(401, `Incorrect API key provided: ${openaiKey}. See /srv/openai/main.py`),
  });
  expect((await generate('fallback')).status).toBe(200);
  expect((await generate('no-credit')).status).toBe(403);
  await service.createAccount({ user_id: 'second@example.com', owner: userId });
  for (const gemini of [status(400, `API key not valid: ${geminiKey}`), reset, text('')]) {
    providers.set({ gemini });
    const image_file = await newImage();
    imagesSent.push(image_file);
    expect((await whole.generate({ user_id: 'second@example.com', image_file })).status).toBe(500);
  }

  for (const path of ['/healthz', '/readyz']) await fetch(service.url + path);
  await service.post(detailsPath, {}, { 'x-api-key': wrongKey });
  await service.post(detailsPath, `{"user_id": "${key}`, auth);
  await service.post(detailsPath, { user_id: key }, auth);
  await service.post(`${detailsPath}/?x-api-key=${key}`, {}, auth);
  await service.post(
    generatePath,
    { user_id: userId, image_file: 'data:image/png;base64,AA' },
    auth,
  );
  await service.post(generatePath, { user_id: userId, image_url: 'http://127.0.0.1/' }, auth);
  await service.post(generatePath, { user_id: userId, blog_title: 1 }, auth);
  await whole.generate({ user_id: 'second@example.com', language_code: 'klingon' });
  await service.stop();
  log = service.log();
});

afterAll(() => whole.dispose());

test('every line is JSON, and every request has a line with its ID', () => {
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const ends = new Map(
    lines.flatMap(({ request_id: id, status }) => (id && status ? [[id, status]] : [])),
  );
  expect([ends.get('success'), ends.get('no-credit')]).toEqual([200, 403]);
  expect(ends.size).toBe(16);
});

test("a request's line has the caller, the address, the reason of a failure and the cost", () => {
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line & Record<string, unknown>)
    .filter(({ msg }) => msg === 'request');
  const known = { user: 'editor@example.com', key: whole.key.slice(-4), client: '127.0.0.1' };
  const find = (id: string) => lines.find(({ request_id }) => request_id === id);
  expect(find('success')).toMatchObject({
    ...known,
    level: 30,
    outcome: 'ok',
    provider: 'openai',
    credits: 1,
  });
  expect(find('fallback')).toMatchObject({ provider: 'gemini', credits: 1 });
  expect(find('no-credit')).toMatchObject({
    ...known,
    level: 30,
    reason: 'insufficient_credits',
    outcome: 'insufficient-credits',
    credits: 0,
  });
  const byStatus = (wanted: number) => lines.filter(({ status }) => status === wanted);
  for (const line of byStatus(500))
    expect(line).toMatchObject({
      level: 50,
      ...known,
      user: expect.stringContaining('@') as unknown,
    });
  expect(byStatus(500)[0]).toMatchObject({
    reason: 'providers_failed',
    detail: expect.stringContaining('openai') as unknown,
  });
  expect(byStatus(401)).toMatchObject([
    { level: 40, reason: 'api_key_invalid', client: '127.0.0.1' },
  ]);
  expect(byStatus(401)[0]).not.toHaveProperty('user');
  expect(byStatus(400).map(({ reason }) => reason)).toContain('image_private_address');
  expect(byStatus(400)).toContainEqual(
    expect.objectContaining({ problems: ['wrong_type', 'image_missing'] }),
  );
  expect(log).toContain('"command":"account create","user":"second@example.com","credits":"10"');
});

test('logs probes at debug level', () => {
  for (const path of ['/healthz', '/readyz']) {
    expect(log).toMatch(new RegExp(`^\\{"level":20,.*"path":"${path}"`, 'm'));
  }
});

test("logs a provider's failure with the request ID", () => {
  const lines = log.split('\n').filter((line) => line.includes('"provider":"openai"'));
  expect(lines.map((line) => (JSON.parse(line) as Line).request_id)).toContain('fallback');
});

test('logs an unknown language', () => {
  const line = log.split('\n').find((one) => one.includes('unknown language')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({
    level: 40,
    language_code: 'klingon',
    request_id: expect.any(String) as unknown,
  });
});

test('logs a provider that refuses our key as an error', () => {
  const lines = log.split('\n').filter((line) => line.includes('"provider":"openai"'));
  const levels = lines.map((line) => (JSON.parse(line) as Line).level);
  expect(Math.max(...levels)).toBeGreaterThanOrEqual(40);
});

test('contains no API key', () => {
  for (const secret of [whole.key, whole.key.slice(4, -6), wrongKey, openaiKey, geminiKey]) {
    expect(log).not.toContain(secret);
  }
});

test('contains no image', () => {
  expect(imagesSent.length).toBeGreaterThan(4);
  for (const uri of imagesSent) expect(log).not.toContain(uri.slice(60, 90));
  for (const { image } of whole.providers.calls) {
    expect(log).not.toContain(image.toString('base64').slice(60, 90));
  }
  expect(log).not.toContain('base64,');
});

test('contains no stack trace and no file path', () => {
  expect(log).not.toMatch(/\\n\s+at /);
  expect(log).not.toContain('node_modules');
  expect(log).not.toContain(process.cwd());
  expect(log).not.toContain(whole.service.dataDir);
  expect(log).not.toContain('/srv/');
});
