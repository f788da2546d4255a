import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  createVisitor,
  formTokenOf,
  goodPassword,
  inviteOwner,
  quickPasswords,
} from '../../support/dashboard-visitor.ts';
import { onEachStorage } from '../../support/each-storage.ts';
import { status } from '../../support/provider-stand-in.ts';
import { runCliWith } from '../../support/run-to-end.ts';
import { detailsPath } from '../../support/service.ts';
import {
  newImage,
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';

// Each service and each command on PostgreSQL opens a database, and each command is a process.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Counts are written about once a second, and each look at them takes processor time. */
const often = { timeout: 20_000, interval: 200 };

onEachStorage((newEnv) => {
  let env: Record<string, string>;
  let shared: ServiceWithProviders;

  beforeAll(async () => {
    env = { ...quickPasswords, ...(await newEnv()) };
    shared = await startServiceWithProviders({ env });
  });

  afterAll(() => shared.dispose());

  /** A new owner. */
  async function begin() {
    const whole = await shared.forTest({ credits: 20 });
    const { dataDir } = whole.service;
    const cli = (...args: string[]) =>
      runCliWith({ ...env, DATA_DIR: dataDir }, dataDir, 'account', 'usage', ...args);
    /** The counts of all days; calls around midnight fall on two. */
    async function usage(userId = whole.userId) {
      const listed = await whole.service.execute('account usage', { user_id: userId });
      const days = listed as Record<string, number>[];
      const sum = (name: string) => days.reduce((all, day) => all + (day[name] ?? 0), 0);
      const names = ['calls', 'failures', 'fallbacks', 'cached', 'credits'];
      return Object.fromEntries(names.map((name) => [name, sum(name)]));
    }
    return { ...whole, cli, usage };
  }

  test('counts calls, failures, fallbacks, answers from the cache, and credits', async () => {
    const { service, providers, userId, generate, usage } = await begin();
    const other = 'other@example.com';
    await service.createAccount({ user_id: other, credits: 1, owner: userId });
    const fields = { image_file: await newImage() };

    await generate(fields);
    await generate(fields);
    await generate({ ...fields, user_id: other });
    await generate({ user_id: other });
    providers.set({ openai: status(401) });
    await generate();
    providers.set({ gemini: status(401) });
    await generate();
    await generate({ image_file: 'data:image/png;base64,AAAA' });
    // These are not calls of any user.
    await generate({ user_id: 'nobody@example.com' });
    await generate({}, { 'x-api-key': 'wrong' });
    await generate({ blog_title: 1 });

    await expect
      .poll(usage, often)
      .toEqual({ calls: 5, failures: 2, fallbacks: 1, cached: 1, credits: 2 });
    await expect
      .poll(() => usage(other), often)
      .toEqual({ calls: 2, failures: 1, fallbacks: 0, cached: 0, credits: 1 });
  });

  test('counts the same calls on every page, and no other requests', async () => {
    const { service, providers, userId, key, generate, usage } = await begin();
    const writer = 'writer@example.com';
    await service.createAccount({ user_id: writer, credits: 1, owner: userId });
    const second = await service.execute('key create', { owner: userId, name: 'Second' });
    const { api_key: secondKey } = second as { api_key: string };

    const image = { image_file: await newImage() };
    expect((await generate(image)).status).toBe(200);
    expect((await generate(image, { 'x-api-key': secondKey })).status).toBe(200);
    expect((await generate({ user_id: writer })).status).toBe(200);
    expect((await generate({ user_id: writer })).status).toBe(403);
    expect((await generate({ image_file: 'data:image/png;base64,AAAA' })).status).toBe(400);
    providers.set({ openai: status(500), gemini: status(500) });
    expect((await generate({}, { 'x-api-key': secondKey })).status).toBe(500);
    // Requests, but no calls.
    expect((await generate({ user_id: 'nobody@example.com' })).status).toBe(404);
    expect((await generate({ blog_title: 1 })).status).toBe(400);
    expect(
      (await service.post(detailsPath, { user_id: userId }, { 'x-api-key': key })).status,
    ).toBe(200);
    await expect
      .poll(async () => [(await usage())['calls'], (await usage(writer))['calls']], often)
      .toEqual([4, 2]);

    const owner = createVisitor(service.url);
    const invitation = await inviteOwner(service, userId);
    const page = await owner.get(invitation);
    const fields = { password: goodPassword, repeat: goodPassword };
    await owner.post(invitation, { form_token: formTokenOf(page), ...fields });
    const cells = async (path: string, label: string) =>
      [...(await owner.get(path)).html.matchAll(/data-label="([^"]*)"[^>]*>(.*?)<\/td>/g)]
        .filter(([, found]) => found === label)
        .map(([, , cell]) => Number(cell?.replaceAll(/<[^>]*>/g, '')));
    expect(await cells('/dashboard/keys', 'Calls, 30 days')).toEqual([2, 4]);
    expect(await cells('/dashboard/users', 'Calls this month')).toEqual([4, 2]);
    expect((await owner.get('/dashboard/usage')).html).toContain('<dt>Calls</dt><dd>6</dd>');
    for (const [user, calls] of [
      [userId, 4],
      [writer, 2],
    ] as const) {
      const listed = await cells(`/dashboard/calls?user=${user}`, 'Credits');
      expect(listed).toHaveLength(calls);
    }
    const byKey = await service.execute('account usage', { user_id: userId, by_key: true });
    const calls = (byKey as { calls: number }[]).map((row) => row.calls);
    expect(calls.reduce((sum, one) => sum + one, 0)).toBe(6);
  });

  test('is listed by day as JSON and as text; nothing is lost when the service stops', async () => {
    const { service, userId, generate, cli } = await begin();
    expect(await service.execute('account usage', { user_id: userId })).toEqual([]);
    const day = () => new Date().toISOString().slice(0, 10);
    const before = day();
    await Promise.all(Array.from({ length: 8 }, () => generate()));
    expect(await service.stop()).toBe(0);
    const { stdout } = await cli('--user-id', userId, '--json');
    const [listed] = JSON.parse(stdout) as { day: string }[];
    expect([before, day()]).toContain(listed?.day);
    expect(listed).toEqual({
      day: listed?.day,
      calls: 8,
      failures: 0,
      fallbacks: 0,
      cached: 0,
      credits: 8,
    });
    const lines = (await cli('--user-id', userId)).stdout.split('\n');
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['day', 'calls', 'failures', 'fallbacks', 'cached', 'credits'],
      [listed?.day, '8', '0', '0', '0', '8'],
      [''],
    ]);
    const unknown = service.execute('account usage', { user_id: 'nobody@example.com' });
    await expect(unknown).rejects.toThrow(/^There is no account nobody@example\.com\. /);
  });
});
