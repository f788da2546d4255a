import { expect, onTestFinished, test } from 'vitest';
import { createUsageRecorder } from '../../../service/accounts/write-behind.ts';
import { createLog } from '../../../service/server/log.ts';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import type { AccountStore } from '../../../service/storage/interfaces/storage-backend.ts';
import { account, apiKey, at, user } from '../../contract/account-store/examples.ts';
import { useOwnPostgres } from '../../support/postgres/use-postgres.ts';

const log = createLog('silent');
const background = { log, failed: () => undefined };
const postgres = useOwnPostgres();

async function open() {
  const store = await openPostgresAccountStore(await postgres.createDatabase(), { log });
  onTestFinished(() => store.close());
  await store.createAccount(account(user), at, apiKey('key_1'));
  await store.createAccount(account('b@example.com'), at);
  return store;
}

/** A caller with the key of the first user. */
const callerOf = (user_id: string) => ({ user: { user_id }, apiKey: apiKey('key_1') });

/** Calls of a user on all days: those around midnight fall on two. */
async function calls(store: AccountStore, userId = user) {
  return (await store.listUsage(userId)).reduce((sum, day) => sum + day.calls, 0);
}

const paid = { credits: 1 };

test(
  'calls that cannot be written are written when the store is back',
  { timeout: 60_000 },
  async () => {
    const store = await open();
    const usage = createUsageRecorder(store, background, 50);
    onTestFinished(() => usage.close());
    usage.add(callerOf(user), paid);
    await expect.poll(() => calls(store), { timeout: 10_000 }).toBe(1);

    await postgres.stop();
    usage.add(callerOf(user), paid);
    usage.add(callerOf('b@example.com'), paid);
    await postgres.start();
    usage.add(callerOf(user), paid);
    await expect.poll(() => calls(store), { timeout: 20_000 }).toBe(3);
    await expect.poll(() => calls(store, 'b@example.com'), { timeout: 20_000 }).toBe(1);
  },
);

test(
  'calls that cannot be written at shutdown are lost without an error',
  { timeout: 60_000 },
  async () => {
    const store = await open();
    const usage = createUsageRecorder(store, background, 60_000);
    usage.add(callerOf(user), paid);
    await postgres.stop();
    await usage.close();
    await postgres.start();
    expect(await calls(store)).toBe(0);
  },
);
