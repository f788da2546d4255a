import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { onEachStorage } from '../../support/each-storage.ts';
import { status, text } from '../../support/provider-stand-in.ts';
import { detailsPath } from '../../support/service.ts';
import {
  newImage,
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';

vi.setConfig({ hookTimeout: 60_000 });

const month = new Date().toISOString().slice(0, 7);
const shown = { CreditsAvailable: 1_000_000, plan_type: 'unlimited' };

onEachStorage((newEnv) => {
  let whole: ServiceWithProviders;

  beforeAll(async () => {
    whole = await startServiceWithProviders({ env: await newEnv() });
  });

  afterAll(() => whole.dispose());

  describe('a monthly allowance', () => {
    let users = 0;

    /** A user with no credits and a plan of 5 a month. */
    async function newUser() {
      const user = { user_id: `planned-${(users += 1)}@example.com` };
      const account = { ...user, plan: 'free', credits: '0', monthly_allowance: '5' };
      const made = await whole.service.execute('account create', account);
      const headers = { 'x-api-key': (made as { api_key: string }).api_key };
      return {
        userId: user.user_id,
        generate: () => whole.generate(user, headers),
        details: async () => (await whole.service.post(detailsPath, user, headers)).body,
        history: () => whole.service.execute('account history', user),
      };
    }

    const topUp = { credits: 5, reason: 'plan', at: expect.stringContaining(month) as unknown };

    test('a user without credits gets the allowance by requesting the user details', async () => {
      const { userId, details, generate, history } = await newUser();
      const expected = { user_id: userId, plan_type: 'free', credits_available: 5 };
      expect(await details()).toEqual({ userDetails: expected });
      expect(await details()).toEqual({ userDetails: expected });
      expect(await history()).toMatchObject([topUp]);
      expect((await generate()).body).toMatchObject({ CreditsAvailable: 4 });
    });

    test('a user without credits gets the allowance by generating, once, and is refused when it is spent', async () => {
      const { generate, history } = await newUser();
      const left = [];
      for (let i = 0; i < 6; i++) {
        const { status, body } = await generate();
        left.push([status, body['CreditsAvailable']]);
      }
      const spent = [4, 3, 2, 1, 0].map((credits) => [200, credits]);
      expect(left).toEqual([...spent, [403, 0]]);
      const call = { credits: -1, reason: 'call' };
      expect(await history()).toMatchObject([call, call, call, call, call, topUp]);
    });

    test('ten concurrent first calls get the allowance once', async () => {
      const { details, history } = await newUser();
      await Promise.all(Array.from({ length: 10 }, details));
      expect(await history()).toMatchObject([topUp]);
    });
  });

  describe('the plan `unlimited`', () => {
    /** An account with the plan `unlimited` and these credits. */
    async function begin(credits: number) {
      const mine = await whole.forTest({ credits });
      await changePlan('unlimited');
      return { ...mine, changePlan, details };

      function changePlan(plan: string) {
        return mine.service.execute('account plan', { user_id: mine.userId, plan });
      }

      async function details() {
        const headers = { 'x-api-key': mine.key };
        return mine.service.post(detailsPath, { user_id: mine.userId }, headers);
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
});
