import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mainText, startDashboard, type DashboardSite } from '../../support/dashboard-site.ts';
import { onEachStorage } from '../../support/each-storage.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

onEachStorage((newEnv) => {
  let site: DashboardSite;
  const owner = 'owner@example.com';
  const editor = 'editor@example.com';
  beforeAll(async () => {
    site = await startDashboard(await newEnv(), { pluginZip: '/nowhere/altscribe.zip' });
    await site.createAccount({ user_id: owner });
    await site.createAccount({ user_id: editor, owner_id: owner });
    await site.createAccount({ user_id: 'other@example.com' });
  });
  afterAll(() => site.stop());

  test('shows the address and the account, and creates a key as one of the steps', async () => {
    const visitor = await site.signIn(owner);
    const own = await visitor.get('/dashboard/connect');
    const page = await visitor.submit(own, 'Choose', { user: editor });
    expect(page.document.querySelectorAll('ol.steps > li')).toHaveLength(3);
    const made = await visitor.submit(page, 'Create key');
    const key = made.document.querySelector('[data-testid=new-key]')?.textContent ?? '';
    expect(await site.ownerOfKey(key)).toBe(owner);
    const copied = [...made.document.querySelectorAll('[data-copy]')].map((button) =>
      button.getAttribute('data-copy'),
    );
    expect(copied).toEqual(expect.arrayContaining([key, site.url, editor]));
    expect(made.headers.get('cache-control')).toBe('no-store');
    const [stored] = await site.store.listKeys(owner);
    expect(stored).toMatchObject({ name: 'WordPress', expires_at: null });
    expect(await site.store.listChanges({ limit: 1 })).toMatchObject([
      { actor: owner, action: 'key.created' },
    ]);

    const again = await visitor.submit(page, 'Create key');
    expect(again.status).toBe(409);
    expect(await site.store.listKeys(owner)).toHaveLength(1);
  });

  test('names in German what to enter in WordPress', async () => {
    const visitor = await site.signIn(owner);
    const page = await visitor.get('/dashboard/connect?key=mine', { 'accept-language': 'de' });
    expect(mainText(page)).toContain('API-Schlüsselder Schlüssel aus Schritt 2');
  });

  test('does not ask for a key if there is one', async () => {
    const visitor = await site.signIn(owner);
    const page = await visitor.get('/dashboard/connect');
    const link = [...page.document.querySelectorAll('a')].find(
      ({ textContent }) => textContent === 'I already have one',
    );
    const mine = await visitor.get(link?.getAttribute('href') ?? '');
    expect(mainText(mine)).toContain('Use your existing key.');
    expect(mine.document.querySelector('#field-name')).toBeNull();
  });

  test('refuses a key without a name and another owner’s account', async () => {
    const visitor = await site.signIn(owner);
    const page = await visitor.get('/dashboard/connect');
    const before = await site.store.listKeys(owner);
    const nameless = await visitor.submit(page, 'Create key', { name: '' });
    expect(nameless.status).toBe(400);
    expect(mainText(nameless)).toContain('This field is required.');
    const theirs = await visitor.get('/dashboard/connect?user=other@example.com');
    const none = await visitor.get('/dashboard/connect?user=nobody@example.com');
    expect([theirs.status, none.status]).toEqual([404, 404]);
    expect(mainText(theirs)).toBe(mainText(none));
    const sent = await visitor.post('/dashboard/connect?user=other@example.com', {
      ...{ name: 'Lost', form_id: crypto.randomUUID() },
    });
    expect(sent.status).toBe(404);
    expect(await site.store.listKeys(owner)).toEqual(before);
  });

  test('says where to get the plugin if it was not built', async () => {
    const visitor = await site.signIn(owner);
    const page = await visitor.get('/dashboard/connect');
    expect(mainText(page)).toContain('npm run plugin-zip');
    expect((await visitor.get('/dashboard/connect/altscribe.zip')).status).toBe(404);
  });
});

test('serves the plugin with its size to signed-in users', async () => {
  const pluginZip = join(await temporaryFolder(), 'altscribe.zip');
  await writeFile(pluginZip, 'x'.repeat(123_456));
  const site = await startDashboard({}, { pluginZip });
  try {
    await site.createAccount({ user_id: 'owner@example.com' });
    await site.createAccount({ user_id: 'other@example.com' });
    const visitor = await site.signIn('owner@example.com');
    const page = await visitor.get('/dashboard/connect');
    expect(mainText(page)).toContain('Download altscribe.zip (123 kB)');
    const path = '/dashboard/connect/altscribe.zip';
    const zip = await visitor.get(path);
    expect(zip.status).toBe(200);
    expect(zip.html).toHaveLength(123_456);
    expect(zip.headers.get('content-type')).toBe('application/zip');
    expect(zip.headers.get('content-length')).toBe('123456');
    const head = await fetch(site.url + path, {
      ...{ method: 'HEAD', headers: { cookie: await site.makeSession('other@example.com') } },
    });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '123456']);
    const stranger = await fetch(site.url + path, { redirect: 'manual' });
    expect(stranger.status).toBe(303);
    expect(stranger.headers.get('location')).toMatch(/^\/dashboard\/sign-in\?next=/);
    await rm(pluginZip);
    expect((await visitor.get(path)).status).toBe(404);
  } finally {
    await site.stop();
  }
});
