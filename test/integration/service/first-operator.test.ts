import { expect, onTestFinished, test, vi } from 'vitest';
import { hashToken } from '../../../service/accounts/sessions.ts';
import { createLog } from '../../../service/server/log.ts';
import { openLowdbAccountStore } from '../../../service/storage/lowdb/account-store.ts';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { startService, type RunningService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

const postgres = usePostgres();

async function start(env: Record<string, string>): Promise<RunningService> {
  const service = await startService({ OPENAI_API_KEY: 'never-called', ...env });
  onTestFinished(() => service.dispose());
  return service;
}

/** The links in the logs of services. */
function linksIn(...services: RunningService[]): string[] {
  return services.flatMap((service) =>
    [...service.log().matchAll(/"url":"([^"]+)"/g)].map(([, url]) => url ?? ''),
  );
}

const tokenOf = (url: string) => url.split('/').at(-1) ?? '';

test('each start on files without an operator logs a link, before it listens', async () => {
  const dir = await temporaryFolder();
  const first = await start({ DATA_DIR: dir });
  await first.stop();
  const [link = ''] = linksIn(first);
  expect(linksIn(first)).toEqual([`${first.url}/dashboard/setup/${tokenOf(link)}`]);
  expect(tokenOf(link)).toMatch(/^[\w-]{43}$/);
  expect(first.log().indexOf(link)).toBeLessThan(first.log().indexOf('"listening"'));

  const second = await start({ DATA_DIR: dir });
  await second.stop();
  const [newLink = ''] = linksIn(second);
  expect(tokenOf(newLink)).toMatch(/^[\w-]{43}$/);
  expect(newLink).not.toBe(link);

  const store = await openLowdbAccountStore(dir);
  const now = new Date();
  const hourOn = new Date(now.getTime() + 3_600_000).toISOString();
  expect(await store.findLink(hashToken(tokenOf(link)), hourOn)).toBeUndefined();
  const login = { user_id: 'anna@example.com', password_hash: 'hash' };
  expect(await store.useLink(hashToken(tokenOf(link)), login, now.toISOString())).toBeUndefined();
  const made = await store.useLink(hashToken(tokenOf(newLink)), login, now.toISOString());
  expect(made).toMatchObject({ is_operator: true });
  await store.close();
});

test('one of several processes that start together on PostgreSQL logs a valid link', async () => {
  const DATABASE_URL = await postgres.createDatabase();
  const env = { DATABASE_URL, PUBLIC_URL: 'https://alt.example.com' };
  const services = await Promise.all([start({ ...env, WEB_CONCURRENCY: '2' }), start(env)]);
  // One more container, a moment later.
  services.push(await start(env));
  await expect
    .poll(() => services[0].log().split('"listening"').length, { timeout: 20_000 })
    .toBe(3);
  const links = linksIn(...services);
  expect(links).toHaveLength(1);
  expect(links[0]).toMatch(/^https:\/\/alt\.example\.com\/dashboard\/setup\/[\w-]{43}$/);

  const store = await openPostgresAccountStore(DATABASE_URL, { log: createLog('silent') });
  const hash = hashToken(tokenOf(links[0] ?? ''));
  expect(await store.findLink(hash, new Date().toISOString())).toMatchObject({ user_id: null });
  await store.close();
});
