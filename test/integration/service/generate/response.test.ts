import { afterAll, beforeAll, expect, test } from 'vitest';
import { content } from '../../../support/faults.ts';
import { text } from '../../../support/provider-stand-in.ts';
import {
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../../support/service-with-providers.ts';

let whole: ServiceWithProviders;

beforeAll(async () => {
  whole = await startServiceWithProviders({ behaviours: { openai: text('Two red kites') } });
});

afterAll(() => whole.dispose());

/** A separate account, so tests do not spend each other's credits. */
async function account(userId: string, credits: number, plan = 'pro') {
  const key = await whole.service.createAccount({ user_id: userId, credits, plan });
  return (fields: object = {}) =>
    whole.generate({ user_id: userId, ...fields }, { 'x-api-key': key });
}

test('returns the text, the credits left and the plan, and nothing else', async () => {
  const generate = await account('shape@example.com', 8, 'business');
  const answer = await generate();
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    altText: 'Two red kites',
    CreditsAvailable: 7,
    plan_type: 'business',
  });
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('content-language')).toBe('en');
});

test('a long description is a title, paragraphs and a list, for one credit', async () => {
  const generate = await account('long@example.com', 2);
  const alt_text = 'Visitors doubled.\n\n- May: 90\n- June: 180';
  const answer = { purpose: 'complex', title: 'Description of the chart', alt_text };
  whole.providers.set({ openai: content(JSON.stringify(answer)) });
  const long = await generate({ text_length: 'long' });
  expect(long.body).toMatchObject({
    altText: `Description of the chart\n\n${alt_text}`,
    CreditsAvailable: 1,
  });
  expect(long.headers.get('altscribe-purpose')).toBe('complex');
  // It has more room than a line, for scripts that take several tokens a character.
  expect(whole.lastCall().body).toMatchObject({ max_completion_tokens: 5_000 });
  whole.providers.set({ openai: text('Two red kites') });
});

test('charges one credit for each success until none are left', async () => {
  const generate = await account('count@example.com', 3);
  const answers = [await generate(), await generate(), await generate(), await generate()];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 403]);
  expect(answers.map(({ body }) => body['CreditsAvailable'])).toEqual([2, 1, 0, 0]);
  expect(await whole.service.credits('count@example.com')).toBe(0);
});

test('charges the user, not the owner of the key', async () => {
  const owner = 'owner@example.com';
  const key = await whole.service.createAccount({ user_id: owner, credits: 5 });
  await whole.service.createAccount({ user_id: 'writer@example.com', credits: 2, owner });
  const answer = await whole.generate({ user_id: 'Writer@Example.com ' }, { 'x-api-key': key });
  expect(answer.body).toMatchObject({ CreditsAvailable: 1 });
  expect(await whole.service.credits(owner)).toBe(5);
  expect(await whole.service.credits('writer@example.com')).toBe(1);
});

test('ignores unknown fields', async () => {
  const generate = await account('extra@example.com', 2);
  const answer = await generate({
    plan_type: 'business',
    CreditsAvailable: 99,
    owner_id: 'shape@example.com',
    model: 'other',
    deep: { a: [1, null] },
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ CreditsAvailable: 1, plan_type: 'pro' });
  expect(whole.lastCall().model).not.toBe('other');
});

test('returns non-ASCII text unchanged', async () => {
  whole.providers.set({ openai: text('قطة نائمة على أريكة 🛋️') });
  const answer = await whole.generate({ language_code: 'ar' });
  expect(answer.body['altText']).toBe('قطة نائمة على أريكة 🛋️');
  whole.providers.set({ openai: text('Two red kites') });
});
