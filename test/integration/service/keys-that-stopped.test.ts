import { expect, onTestFinished, test, vi } from 'vitest';
import { newApiKey } from '../../../service/accounts/api-keys.ts';
import { createAccount } from '../../../service/accounts/accounts.ts';
import { openAccountStore } from '../../../service/compose-store.ts';
import { createLog } from '../../../service/server/log.ts';
import { onEachStorage } from '../../support/each-storage.ts';
import { detailsPath, generatePath, startService } from '../../support/service.ts';
import { newImage } from '../../support/service-with-providers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// Each service on PostgreSQL opens a database.
vi.setConfig({ testTimeout: 60_000 });

const variantB = { success: false, message: 'Authentication failed: invalid API key' };
const suspended = 'suspended@example.com';
const user = 'owner@example.com';

onEachStorage((newEnv) => {
  test('answers 401 to a key that expired, was rotated out or belongs to a suspended owner, and 403 to one of another user', async () => {
    const env = await newEnv();
    const dataDir = await temporaryFolder();
    const databaseUrl = env['DATABASE_URL'];
    const open = () => openAccountStore({ dataDir, databaseUrl }, createLog('silent'));
    const store = await open();
    const plan = { plan_type: 'pro', credits_available: 5, monthly_allowance: null };
    const { apiKey: old = '' } = await createAccount(store, { user_id: user, ...plan });
    const rotate = async (id: string, worksForMs: number) => {
      const { key, record } = newApiKey(user, 'Next');
      const until = new Date(Date.parse(record.created_at) + worksForMs).toISOString();
      expect(await store.rotateKey(id, record, until)).toBeDefined();
      return { key, id: record.id };
    };
    const [first] = await store.listKeys(user);
    const next = await rotate(first?.id ?? '', 0);
    const newest = await rotate(next.id, 3_600_000);
    const expired = newApiKey(user, 'Expired', '2026-01-01T00:00:00.000Z');
    await store.createKey(expired.record);
    const { apiKey: locked = '' } = await createAccount(store, { user_id: suspended, ...plan });
    const { apiKey: released = '' } = await createAccount(store, {
      ...{ user_id: 'again@example.com', ...plan },
    });
    for (const id of [suspended, 'again@example.com']) {
      await store.suspendAccount(id, new Date().toISOString());
    }
    await store.suspendAccount('again@example.com', null);
    const site = 'site@example.com';
    await createAccount(store, { user_id: site, owner_id: user, ...plan });
    const forSite = newApiKey(user, 'Site');
    await store.createKey({ ...forSite.record, user_id: site });
    await store.close();

    const service = await startService({
      OPENAI_BASE_URL: 'http://127.0.0.1:9',
      ...env,
      DATA_DIR: dataDir,
    });
    onTestFinished(() => service.dispose());
    const image_file = await newImage();
    const ask = (key: string, user_id = user, path = detailsPath) =>
      service.post(path, { user_id, image_file }, { 'x-api-key': key });
    for (const path of [detailsPath, generatePath]) {
      for (const key of [old, expired.key]) {
        const { status, body } = await ask(key, user, path);
        expect({ status, body }).toEqual({ status: 401, body: variantB });
      }
      const { status, body } = await ask(locked, suspended, path);
      expect({ status, body }).toEqual({ status: 401, body: variantB });
    }
    for (const path of [detailsPath, generatePath]) {
      // Also for users that do not exist, or belong to others.
      for (const other of [user, 'nobody@example.com', 'again@example.com']) {
        const { status, body } = await ask(forSite.key, other, path);
        const message = 'This API key is limited to another user';
        expect({ status, body }).toEqual({
          status: 403,
          body: { message, code: 'key_not_for_user' },
        });
      }
    }
    expect((await ask(forSite.key, ' Site@Example.com')).status).toBe(200);
    const answered = await ask(forSite.key, site, generatePath);
    // No provider works here, but the key does.
    expect(answered.status).toBe(500);
    expect(service.log()).toContain('"reason":"key_not_for_user"');
    expect((await ask(next.key)).status).toBe(200);
    expect((await ask(newest.key)).status).toBe(200);
    expect((await ask(released, 'again@example.com')).status).toBe(200);
  });
});
