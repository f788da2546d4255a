import { afterAll, beforeAll, expect, test } from 'vitest';
import { promptVersion } from '../../../service/prompting/prompt.ts';
import { AltscribeError, createClient } from '../../../shared/client.ts';
import { silence, text } from '../../support/provider-stand-in.ts';
import {
  newImage,
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';

let stage: ServiceWithProviders;

beforeAll(async () => {
  stage = await startServiceWithProviders({
    env: { REQUEST_DEADLINE_MS: '15000', RATE_LIMIT_PER_MINUTE: '7' },
    behaviours: { openai: text('A boat', 'informative') },
    credits: 2,
  });
});

afterAll(() => stage.dispose());

function client(change: { apiKey?: string; url?: string; timeoutMs?: number } = {}) {
  return createClient({ url: `${stage.service.url}/`, apiKey: stage.key, ...change });
}

/** The error of a call that has to fail. */
async function errorOf(call: Promise<unknown>): Promise<AltscribeError> {
  const error: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(error instanceof AltscribeError)) throw new Error('There is no AltscribeError.');
  return error;
}

// In this order: each call counts against the limit.
test('generates a text once for an idempotency key and reads the headers', async () => {
  const request = {
    user_id: stage.userId,
    image_file: await newImage(),
    language_code: 'pt_BR',
  };
  const options = { idempotencyKey: 'once', requestId: 'of-the-client' };
  const first = await client().generateAltText(request, options);
  expect(first).toEqual({
    altText: 'A boat',
    CreditsAvailable: 1,
    plan_type: 'pro',
    language: 'pt-BR',
    purpose: 'informative',
    model: 'gpt-5.4-mini',
    promptVersion,
  });
  expect(await client().generateAltText(request, options)).toEqual(first);
  expect(stage.service.log()).toContain('"request_id":"of-the-client"');
});

test('generates a new text on request', async () => {
  const request = { user_id: stage.userId, image_file: await newImage() };
  await client().generateAltText(request);
  const error = await errorOf(client().generateAltText(request, { isNewWanted: true }));
  expect(error).toMatchObject({ status: 403, message: 'Insufficient credits', errors: [] });
});

test('reads the plan and the credits', async () => {
  expect(await client().getUserDetails({ user_id: stage.userId })).toEqual({
    user_id: stage.userId,
    plan_type: 'pro',
    credits_available: 0,
  });
});

test('reports every problem of a request', async () => {
  const request = { user_id: stage.userId, blog_title: 'x'.repeat(2_001) };
  const error = await errorOf(client().generateAltText(request));
  expect(error).toMatchObject({ status: 400, code: 'too_long' });
  expect(error.errors.map(({ code }) => code)).toEqual(['too_long', 'image_missing']);
});

test('reports a refused key with the request ID', async () => {
  const error = await errorOf(
    client({ apiKey: 'alt_wrong' }).getUserDetails(
      { user_id: stage.userId },
      { requestId: 'id-7' },
    ),
  );
  expect(error).toMatchObject({ status: 401, requestId: 'id-7' });
  expect(error.code).toBeUndefined();
});

test('reports that the service does not respond in time', async () => {
  stage.providers.set({ openai: silence });
  await stage.service.execute('account credit', { user_id: stage.userId, credits: '1' });
  const request = { user_id: stage.userId, image_file: await newImage() };
  const error = await errorOf(client({ timeoutMs: 200 }).generateAltText(request));
  expect(error.message).toBe('The service did not respond within 200 ms.');
  expect(error.status).toBeUndefined();
});

test('reports how long to wait', async () => {
  const details = () => client().getUserDetails({ user_id: stage.userId });
  await details();
  const error = await errorOf(details());
  expect(error.status).toBe(429);
  expect(error.retryAfter).toBeGreaterThan(0);
});

test('reports that the service cannot be reached', async () => {
  const error = await errorOf(
    client({ url: 'http://127.0.0.1:1' }).getUserDetails({ user_id: stage.userId }),
  );
  expect(error.message).toBe('The service could not be reached.');
});
