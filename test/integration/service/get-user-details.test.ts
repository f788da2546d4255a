import { afterAll, beforeAll, expect, test } from 'vitest';
import { detailsPath, startService, type RunningService } from '../../support/service.ts';

let service: RunningService;
let key: string;

beforeAll(async () => {
  service = await startService({ OPENAI_API_KEY: 'never-called' });
  key = await service.createAccount({ user_id: 'owner@example.com', plan: 'business', credits: 7 });
  await service.createAccount({
    user_id: 'writer@example.com',
    credits: 3,
    owner: 'owner@example.com',
  });
});

afterAll(() => service.dispose());

test('returns the plan and credits of the owner', async () => {
  const answer = await service.post(
    detailsPath,
    { user_id: 'owner@example.com' },
    { 'x-api-key': key },
  );
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    userDetails: { user_id: 'owner@example.com', plan_type: 'business', credits_available: 7 },
  });
});

test("returns a user of the key's owner, however the address is written", async () => {
  const answer = await service.post(
    detailsPath,
    { user_id: ' Writer@Example.COM ' },
    { 'x-api-key': key },
  );
  expect(answer.body).toEqual({
    userDetails: { user_id: 'writer@example.com', plan_type: 'pro', credits_available: 3 },
  });
});

test("treats another owner's user like one that does not exist", async () => {
  const otherKey = await service.createAccount({ user_id: 'other@example.com' });
  const strange = await service.post(
    detailsPath,
    { user_id: 'owner@example.com' },
    { 'x-api-key': otherKey },
  );
  const unknown = await service.post(
    detailsPath,
    { user_id: 'nobody@example.com' },
    { 'x-api-key': otherKey },
  );
  expect(strange.status).toBe(404);
  expect(strange.body).toEqual({ message: 'User not found' });
  expect(unknown.body).toEqual(strange.body);
});
