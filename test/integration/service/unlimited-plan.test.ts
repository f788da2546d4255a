import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { onEachStorage } from '../../support/each-storage.ts';
import { status, text } from '../../support/provider-stand-in.ts';
import {
  newImage,
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';
import { detailsPath } from '../../support/service.ts';

vi.setConfig({ hookTimeout: 60_000 });

const shown = { CreditsAvailable: 1_000_000, plan_type: 'unlimited' };

onEachStorage((newEnv) => {
  let shared: ServiceWithProviders;

  beforeAll(async () => {
    shared = await startServiceWithProviders({ env: await newEnv() });
  });

  afterAll(() => shared.dispose());

  /** An account with the plan `unlimited` and these credits. */
  async function begin(credits: number) {
    const whole = await shared.forTest({ credits });
    await changePlan('unlimited');
    return { ...whole, changePlan, details };

    function changePlan(plan: string) {
      return whole.service.execute('account plan', { user_id: whole.userId, plan });
    }

    async function details() {
      const headers = { 'x-api-key': whole.key };
      return whole.service.post(detailsPath, { user_id: whole.userId }, headers);
    }
  }

  test('without any credits, twenty concurrent calls succeed and are counted', async () => {
    const { generate, service, userId, details } = await begin(0);
    const answers = await Promise.all(Array.from({ length: 20 }, () => generate()));
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: shown });
    expect((await details()).body).toEqual({
      userDetails: { user_id: userId, plan_type: 'unlimited', credits_available: 1_000_000 },
    });
    await expect
      .poll(() => service.execute('account usage', { user_id: userId }))
      .toMatchObject([{ calls: 20, failures: 0, credits: 0 }]);
  });

  test('the balance stays as it was, and counts again with another plan', async () => {
    const { generate, changePlan } = await begin(1);
    await generate();
    await generate();
    await changePlan('pro');
    const next = { CreditsAvailable: 0, plan_type: 'pro' };
    expect(await generate()).toMatchObject({ status: 200, body: next });
    expect(await generate()).toMatchObject({ status: 403, body: next });
    await changePlan('Unlimited');
    expect((await generate()).status).toBe(200);
  });

  test('an idempotency key returns the first response again; after a failure, it is free', async () => {
    const { generate, providers } = await begin(0);
    const image_file = await newImage();
    const call = () => generate({ image_file }, { 'idempotency-key': 'one' });
    providers.set({ openai: status(500), gemini: status(500) });
    expect((await call()).status).toBe(500);
    providers.set({ openai: text('First'), gemini: text('First') });
    const first = await call();
    expect(first.body).toEqual({ altText: 'First', ...shown });
    providers.set({ openai: text('Second'), gemini: text('Second') });
    expect((await call()).body).toEqual(first.body);
    const cached = await generate({ image_file });
    expect(cached.body).toEqual(first.body);
  });
});
