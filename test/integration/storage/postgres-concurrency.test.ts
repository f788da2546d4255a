import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../../service/server/log.ts';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import type { AccountStore } from '../../../service/storage/interfaces/storage-backend.ts';
import { account, at, reservation, user } from '../../contract/account-store/examples.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';

const run = promisify(execFile);
const log = createLog('silent');

const postgres = usePostgres();
let url = '';
let store: AccountStore;

beforeAll(async () => {
  url = await postgres.createDatabase();
  store = await openPostgresAccountStore(url, { log });
});

afterAll(() => store.close());

test(
  'of two thousand simultaneous calls on 500 credits, exactly 500 succeed',
  { timeout: 60_000 },
  async () => {
    const busy = 'busy@example.com';
    await store.createAccount(account(busy, { credits_available: 500 }), at);
    const reserved = await Promise.all(
      Array.from({ length: 2_000 }, (_, i) =>
        store.reserve(reservation(`r${i}`, { user_id: busy })),
      ),
    );
    const left = reserved.flatMap((after) => (after ? [after.credits_available] : []));
    expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, i) => i));
    expect(await store.findAccount(busy)).toMatchObject({ credits_available: 0 });
    expect(await store.listImbalances()).toEqual([]);
  },
);

test(
  'three processes together do not exceed the credits of one user',
  { timeout: 60_000 },
  async () => {
    await store.createAccount(account(user, { credits_available: 100 }), at);
    const script = join(import.meta.dirname, '../../support/spend-credits.ts');
    const outcomes = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const args = ['--import', 'tsx', script, url, name, '200'];
        const { stdout } = await run(process.execPath, args);
        return JSON.parse(stdout) as string[];
      }),
    );
    const spent = outcomes.flat().filter((outcome) => outcome === 'spent').length;
    expect(outcomes.flat()).toHaveLength(600);
    expect(spent).toBeLessThanOrEqual(100);
    const after = await store.findAccount(user);
    expect(after?.credits_available).toBe(100 - spent);
    expect(await store.listImbalances()).toEqual([]);
    // Calls were refused only for lack of credits: the others used all of them.
    const released = outcomes.flat().filter((outcome) => outcome === 'released').length;
    expect(spent + released).toBeGreaterThanOrEqual(100);
  },
);

test('an account that is removed and written at the same time is complete or gone', async () => {
  const owner = 'owner@example.com';
  for (let round = 0; round < 20; round++) {
    await store.createAccount(account(owner), at);
    const under = account(`under-${round}@example.com`, { owner_id: owner });
    await Promise.allSettled([
      store.removeAccount(owner),
      store.createAccount(under, at),
      store.reserve(reservation('r1', { user_id: owner })),
      store.release(reservation('r1', { user_id: owner })),
    ]);
    await store.removeAccount(under.user_id);
    await store.removeAccount(owner);
    expect(await store.listEntries(owner)).toEqual([]);
  }
  expect(await store.listImbalances()).toEqual([]);
});
