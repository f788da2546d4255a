import { expect, onTestFinished, test, vi } from 'vitest';
import { onEachStorage } from '../../support/each-storage.ts';
import { status } from '../../support/provider-stand-in.ts';
import { runCliWith } from '../../support/run-to-end.ts';
import { newImage, startServiceWithProviders } from '../../support/service-with-providers.ts';

// Each service and each command on PostgreSQL opens a database, and each command is a process.
vi.setConfig({ testTimeout: 60_000 });

onEachStorage((newEnv) => {
  async function start(credits = 20) {
    const env = await newEnv();
    const whole = await startServiceWithProviders({ env, credits });
    onTestFinished(() => whole.dispose());
    const { dataDir } = whole.service;
    const cli = (...args: string[]) =>
      runCliWith({ ...env, DATA_DIR: dataDir }, dataDir, 'account', 'usage', ...args);
    /** The counts of all days; calls around midnight fall on two. */
    async function usage(userId = whole.userId) {
      const { stdout } = await cli('--user-id', userId, '--json');
      const days = JSON.parse(stdout) as Record<string, number>[];
      const sum = (name: string) => days.reduce((all, day) => all + (day[name] ?? 0), 0);
      const names = ['calls', 'failures', 'fallbacks', 'cached', 'credits'];
      return Object.fromEntries(names.map((name) => [name, sum(name)]));
    }
    return { ...whole, cli, usage };
  }

  test('counts calls, failures, fallbacks, answers from the cache, and credits', async () => {
    const { service, providers, userId, generate, usage } = await start();
    const other = 'writer@example.com';
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
    // These reach no user.
    await generate({ user_id: 'nobody@example.com' });
    await generate({}, { 'x-api-key': 'wrong' });
    await generate({ blog_title: 1 });

    await expect
      .poll(usage, { timeout: 20_000 })
      .toEqual({ calls: 5, failures: 2, fallbacks: 1, cached: 1, credits: 2 });
    await expect
      .poll(() => usage(other), { timeout: 20_000 })
      .toEqual({ calls: 2, failures: 1, fallbacks: 0, cached: 0, credits: 1 });
  });

  test('loses nothing when the service stops', async () => {
    const { service, generate, usage } = await start();
    await Promise.all(Array.from({ length: 8 }, () => generate()));
    expect(await service.stop()).toBe(0);
    expect(await usage()).toMatchObject({ calls: 8, credits: 8 });
  });

  test('is listed by day as JSON and as text', async () => {
    const { service, userId, generate, cli } = await start();
    expect((await cli('--user-id', userId)).stdout).toBe('None.\n');
    const day = () => new Date().toISOString().slice(0, 10);
    const before = day();
    await generate();
    await service.stop();
    const { stdout } = await cli('--user-id', userId, '--json');
    const [listed] = JSON.parse(stdout) as { day: string }[];
    expect([before, day()]).toContain(listed?.day);
    expect(listed).toEqual({
      day: listed?.day,
      calls: 1,
      failures: 0,
      fallbacks: 0,
      cached: 0,
      credits: 1,
    });
    const lines = (await cli('--user-id', userId)).stdout.split('\n');
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['day', 'calls', 'failures', 'fallbacks', 'cached', 'credits'],
      [listed?.day, '1', '0', '0', '0', '1'],
      [''],
    ]);
    const unknown = await cli('--user-id', 'nobody@example.com');
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toMatch(/^There is no account nobody@example\.com\. /);
  });
});
