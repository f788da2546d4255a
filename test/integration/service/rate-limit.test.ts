import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  detailsPath,
  generatePath,
  startService,
  type Answer,
  type RunningService,
} from '../../support/service.ts';

let owner: string;
let writer: string;
let service: RunningService;
let key: string;
let owners = 0;

async function start(env: Record<string, string> = {}) {
  service = await startService({ OPENAI_API_KEY: 'never-called', ...env });
}

/** A new owner with a writer, for one test of the running service. */
async function newOwner() {
  owners += 1;
  owner = `owner-${owners}@example.com`;
  writer = `writer-${owners}@example.com`;
  key = await service.createAccount({ user_id: owner });
  await service.createAccount({ user_id: writer, owner });
}

function details(userId: string, apiKey = key) {
  return service.post(detailsPath, { user_id: userId }, { 'x-api-key': apiKey });
}

/** Counts like any other call, reads no image and asks no provider. */
function generateFromNothing(userId: string) {
  const body = { user_id: userId, image_file: 'data:,' };
  return service.post(generatePath, body, { 'x-api-key': key });
}

function expectLimited(answer: Answer) {
  expect(answer.status).toBe(429);
  expect(answer.body).toEqual({
    message: 'Too many requests from this user, please try again later',
  });
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
}

describe('by default', () => {
  beforeAll(() => start());
  beforeEach(newOwner);
  afterAll(() => service.dispose());

  test('allows a hundred calls a minute, counting both operations together', async () => {
    const details50 = Array.from({ length: 50 }, () => details(owner));
    const generate50 = Array.from({ length: 50 }, () => generateFromNothing(owner));
    const answers = await Promise.all([...details50, ...generate50]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect(statuses.filter((status) => status === 400)).toHaveLength(50);
    expectLimited(await details(owner));
    expectLimited(await generateFromNothing(owner));
  });

  test('allows sixty failed authentications a minute, and a valid key still works', async () => {
    const failed = await Promise.all(
      Array.from({ length: 60 }, (_, i) => details(owner, i % 2 ? 'wrong' : '')),
    );
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([401]));
    expectLimited(await details(owner, 'wrong'));
    expectLimited(await service.post(detailsPath, { user_id: owner }));
    expect((await details(owner)).status).toBe(200);
  });
});

describe('with a limit of two calls', () => {
  beforeAll(() => start({ RATE_LIMIT_PER_MINUTE: '2', TRUST_PROXY: 'true' }));
  beforeEach(newOwner);
  afterAll(() => service.dispose());

  test('states in every response how many calls are left', async () => {
    for (const [answer, left] of [
      [await details(owner), 1],
      [await generateFromNothing(owner), 0],
      [await details(owner), 0],
    ] as const) {
      expect(answer.headers.get('ratelimit-policy')).toBe('"user";q=2;w=60');
      expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`^"user";r=${left};t=\\d{1,2}$`));
      expect(answer.headers.has('retry-after')).toBe(answer.status === 429);
    }
  });

  test('counts per user, whichever key is used and however the user is written', async () => {
    const made = await service.execute('key create', { owner });
    const { api_key: secondKey } = made as { api_key: string };
    expect((await details(writer)).status).toBe(200);
    expect((await details(` ${writer.toUpperCase()}`, secondKey)).status).toBe(200);
    expectLimited(await details(writer, secondKey));
    expectLimited(await details(writer));
    expect((await details(owner)).status).toBe(200);
  });

  test('tells another owner that the user is unknown even if the user is over the limit', async () => {
    const strange = await service.createAccount({ user_id: 'stranger@example.com' });
    for (let n = 0; n < 2; n++) expect((await details(owner)).status).toBe(200);
    expectLimited(await details(owner));
    expect((await details(owner, strange)).status).toBe(404);
  });

  test('does not count calls that are refused before the limit is checked', async () => {
    expect((await details(owner, 'wrong')).status).toBe(401);
    const noImage = await service.post(generatePath, { user_id: owner }, { 'x-api-key': key });
    expect(noImage.status).toBe(400);
    for (let n = 0; n < 2; n++) expect((await details(owner)).status).toBe(200);
    expectLimited(await details(owner));
  });

  test('counts the failed authentications of one IPv6 /64 network together', async () => {
    const fail = (address: string) =>
      service.post(detailsPath, { user_id: 'owner@example.com' }, { 'x-forwarded-for': address });
    const failed = await Promise.all(
      Array.from({ length: 60 }, (_, i) => fail(`2001:db8:1:2::${i.toString(16)}`)),
    );
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([401]));
    expectLimited(await fail('2001:db8:1:2:ffff::1'));
    expect((await fail('2001:db8:1:3::1')).status).toBe(401);
  });
});
