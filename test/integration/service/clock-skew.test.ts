import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { onEachStorage } from '../../support/each-storage.ts';
import { silence, startProviderStandIn, text } from '../../support/provider-stand-in.ts';
import { generatePath, startService } from '../../support/service.ts';
import { newImage, providerEnv } from '../../support/service-with-providers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

const preload = join(import.meta.dirname, '../../support/clock-skew.js');
const years = 10 * 365 * 86_400_000;
const user = { user_id: 'planned@example.com' };
const today = () => new Date().toISOString().slice(0, 10);

/**
 * Makes the only reservation expire now: in a database, reservations expire by the database's clock. On files,
 * starting releases the reservations of the previous process.
 */
async function expireReservation(env: Record<string, string>) {
  if (!env['DATABASE_URL']) return;
  const client = new Client({ connectionString: env['DATABASE_URL'] });
  await client.connect();
  const { rowCount } = await client.query(
    `UPDATE entries SET expires_at = now() WHERE expires_at < now() + interval '2 minutes'`,
  );
  await client.end();
  expect(rowCount).toBe(1);
}

onEachStorage((newEnv) => {
  test('recovers when a clock that was years ahead is corrected', async () => {
    const providers = await startProviderStandIn();
    onTestFinished(() => providers.stop());
    const env = {
      ...providerEnv(providers),
      ...(await newEnv()),
      DATA_DIR: await temporaryFolder(),
    };
    const clock = join(await temporaryFolder(), 'ahead');
    await writeFile(clock, '0');
    let headers = {};

    async function start(more: Record<string, string> = {}) {
      const service = await startService({ ...env, ...more });
      onTestFinished(() => void service.stop('SIGKILL'));
      const generate = async () =>
        service.post(generatePath, { ...user, image_file: await newImage() }, headers);
      const usage = async () =>
        (await service.execute('account usage', user)) as { day: string; calls: number }[];
      return { service, generate, usage };
    }

    const wrong = await start({ NODE_OPTIONS: `--import ${preload}`, CLOCK_AHEAD_FILE: clock });
    const account = { ...user, plan: 'free', credits: '0', monthly_allowance: '5' };
    const made = await wrong.service.execute('account create', account);
    headers = { 'x-api-key': (made as { api_key: string }).api_key };
    expect((await wrong.generate()).body).toMatchObject({ CreditsAvailable: 4 });
    await expect
      .poll(wrong.usage, { timeout: 10_000 })
      .toEqual([expect.objectContaining({ day: today(), calls: 1 })]);

    await writeFile(clock, String(years));
    expect((await wrong.generate()).body).toMatchObject({ CreditsAvailable: 4 });
    await expect.poll(wrong.usage, { timeout: 10_000 }).toContainEqual(
      expect.objectContaining({
        day: expect.not.stringContaining(today().slice(0, 4)) as string,
      }),
    );
    providers.set({ openai: silence });
    const asked = providers.calls.length;
    const cut = wrong.generate().catch(() => undefined);
    await expect.poll(() => providers.calls.length, { timeout: 20_000 }).toBe(asked + 1);
    await wrong.service.stop('SIGKILL');
    await cut;

    await expireReservation(env);
    // This month's allowance was given once already; today's usage is still there.
    providers.set({ openai: text('A boat') });
    const right = await start();
    const { body } = await right.generate();
    expect([2, 3]).toContain(body['CreditsAvailable']);
    await expect
      .poll(right.usage, { timeout: 10_000 })
      .toContainEqual(expect.objectContaining({ day: today(), calls: 2 }));
    expect(await right.service.execute('account repair', user)).toEqual({
      ...user,
      allowance_month_forgotten: null,
      usage_days_removed: 1,
      reservations_released: 0,
    });
    expect(await right.service.credits(user.user_id)).toBe(3);
    const history = await right.service.execute('account history', user);
    const plan = (history as { reason: string }[]).filter(({ reason }) => reason === 'plan');
    expect(plan).toHaveLength(2);
    expect((await right.usage()).map(({ day }) => day)).toEqual([today()]);
    expect(await right.service.execute('store check', {})).toMatchObject({ imbalances: [] });
  });
});
