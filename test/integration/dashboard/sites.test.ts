import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AccountExport } from '../../../service/accounts/export-account.ts';
import { readVersion } from '../../../service/config/package.ts';
import {
  createOperator,
  createVisitor,
  quickPasswords,
  signIn,
} from '../../support/dashboard-visitor.ts';
import { onEachStorage } from '../../support/each-storage.ts';
import {
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';
import { detailsPath } from '../../support/service.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

onEachStorage((newEnv) => {
  let whole: ServiceWithProviders;
  beforeAll(async () => {
    whole = await startServiceWithProviders({ env: { ...quickPasswords, ...(await newEnv()) } });
  });
  afterAll(() => whole.dispose());

  test('operators see the sites of all owners, and whose plugin is not up to date', async () => {
    const current = readVersion();
    const other = await whole.forTest();
    async function call({ userId, key, service }: ServiceWithProviders, agent: string) {
      const headers = { 'x-api-key': key, 'user-agent': agent };
      expect((await service.post(detailsPath, { user_id: userId }, headers)).status).toBe(200);
    }
    await call(whole, `Altscribe-WordPress/${current}; https://user:secret@new.example.com/?a=b`);
    await call(whole, 'Altscribe-WordPress/0.1; https://old.example.com/blog');
    await call(other, 'Altscribe-WordPress/0.1.0');
    await call(other, 'Altscribe-WordPress/0.1.0; javascript:alert(1)');
    await call(other, 'Altscribe-WordPress/<b>; https://no-version.example.com');
    await call(other, 'curl/8.0');
    const longest = 'Altscribe-WordPress/0.1; https://old.example.com/'.padEnd(200, 'b');
    await call(whole, longest);
    await call(whole, `${longest}b`);

    await createOperator(whole.service, 'operator@example.com');
    const operator = createVisitor(whole.service.url);
    await signIn(operator, 'operator@example.com');
    const rows = async (query: string) => {
      const { html } = await operator.get(`/dashboard/sites${query}`);
      return [...html.matchAll(/<tr role="row"><td.*?<\/tr>/g)].map(([row]) =>
        [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)]
          .slice(0, 3)
          .map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '').trim()),
      );
    };
    const old = [
      ['Not sent (old plugin)', '0.1.0 (outdated)', other.userId],
      [longest.slice(25), '0.1 (outdated)', whole.userId],
      ['https://old.example.com/blog', '0.1 (outdated)', whole.userId],
    ];
    const recent = ['https://new.example.com', current, whole.userId];
    // Sites are written in the background.
    await expect
      .poll(() => rows(''), { timeout: 10_000 })
      .toEqual([old[0], recent, old[1], old[2]]);
    expect(await rows('?show=others')).toEqual(old);
    const others = await operator.get('/dashboard/sites?show=others');
    expect(others.html).toMatch(/<select (?=[^>]*name="show")/);
    expect(others.html).toMatch(/<option (?=[^>]*selected)[^>]*value="others"/);
    expect((await operator.get('/dashboard/sites')).html).toContain(
      'href="https://old.example.com/blog"',
    );
    const options = { user_id: whole.userId };
    const exported = (await whole.service.execute('account export', options)) as AccountExport;
    expect(exported['sites']).toMatchObject([
      { site: 'https://new.example.com', plugin_version: current },
      { site: longest.slice(25), plugin_version: '0.1' },
      { site: 'https://old.example.com/blog', plugin_version: '0.1' },
    ]);
    const stranger = createVisitor(whole.service.url);
    expect((await stranger.get('/dashboard/sites')).status).toBe(303);
  });
});
