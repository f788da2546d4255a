import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { onEachStorage } from '../../support/each-storage.ts';
import { detailsPath } from '../../support/service.ts';
import {
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';

vi.setConfig({ hookTimeout: 60_000 });

const month = new Date().toISOString().slice(0, 7);

onEachStorage((newEnv) => {
  let whole: ServiceWithProviders;
  let users = 0;

  beforeAll(async () => {
    whole = await startServiceWithProviders({ env: await newEnv() });
  });

  afterAll(() => whole.dispose());

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
