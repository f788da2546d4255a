import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataUri, plainImage } from '../../../support/images.ts';
import { status } from '../../../support/provider-stand-in.ts';
import {
  geminiKey,
  newImage,
  openaiKey,
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../../support/service-with-providers.ts';
import { detailsPath, generatePath } from '../../../support/service.ts';

let whole: ServiceWithProviders;

beforeAll(async () => {
  whole = await startServiceWithProviders({ credits: 3 });
});

afterAll(() => whole.dispose());

test('answers 404 for a user that does not exist', async () => {
  const body = { user_id: 'nobody@example.com', image_file: await newImage() };
  for (const path of [detailsPath, generatePath]) {
    const answer = await whole.service.post(path, body, { 'x-api-key': whole.key });
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ message: 'User not found' });
  }
});

test("treats another owner's user like one that does not exist, and costs no credit", async () => {
  const key = await whole.service.createAccount({ user_id: 'other@example.com' });
  const answer = await whole.generate({}, { 'x-api-key': key });
  expect(answer.status).toBe(404);
  expect(answer.body).toEqual({ message: 'User not found' });
  expect(await whole.service.credits(whole.userId)).toBe(3);
});

test('answers 403 with the balance and the plan when no credits are left', async () => {
  const key = await whole.service.createAccount({
    user_id: 'poor@example.com',
    plan: 'free',
    credits: 0,
  });
  const asked = whole.providers.calls.length;
  const answer = await whole.generate({ user_id: 'poor@example.com' }, { 'x-api-key': key });
  expect(answer.status).toBe(403);
  expect(answer.body).toEqual({
    message: 'Insufficient credits',
    CreditsAvailable: 0,
    plan_type: 'free',
  });
  expect(whole.providers.calls).toHaveLength(asked);
});

test('checks the image before the credits, and decodes it after them', async () => {
  const key = await whole.service.createAccount({ user_id: 'blind@example.com', credits: 0 });
  const statusFor = async (image: Buffer) => {
    const fields = { user_id: 'blind@example.com', image_file: dataUri(image) };
    return (await whole.generate(fields, { 'x-api-key': key })).status;
  };
  expect(await statusFor(Buffer.alloc(3))).toBe(400);
  // Only decoding it would show that most of it is missing.
  expect(await statusFor((await plainImage()).subarray(0, 60))).toBe(403);
});

test('answers 500 with how each provider failed, without secrets', async () => {
  whole.providers.set({
    openai: status(401, `Incorrect API key provided: ${openaiKey} in /srv/openai/main.py`),
    gemini: status(503, `at /usr/lib/gemini.js:12:3 key=${geminiKey}`),
  });
  const answer = await whole.generate();
  expect(answer.status).toBe(500);
  expect(answer.body).toEqual({
    success: false,
    message: 'Internal server error',
    error: expect.stringMatching(/openai: rejected our API key.*gemini: .*503/s) as unknown,
  });
  const body = JSON.stringify(answer.body);
  for (const secret of [
    openaiKey,
    geminiKey,
    whole.key,
    '/usr/',
    '/srv/',
    process.cwd(),
    '    at ',
  ]) {
    expect(body).not.toContain(secret);
  }
  expect(await whole.service.credits(whole.userId)).toBe(3);
});
