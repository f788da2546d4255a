import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { AccountStore } from '../../../service/storage/interfaces/storage-backend.ts';
import { createLog } from '../../../service/server/log.ts';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import {
  account,
  apiKey,
  at,
  claim,
  reservation,
  user,
} from '../../contract/account-store/examples.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { addSession } from '../../support/credentials.ts';

const log = createLog('silent');
const hour = 3_600_000;
/** How far the clocks of three machines are ahead. */
const clocks = [hour, 0, -hour];

const postgres = usePostgres();
let url: string;
let store: AccountStore;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  url = await postgres.createDatabase();
  store = await open();
  await store.createAccount(account(user, { credits_available: 100 }), at);
});

afterEach(() => vi.useRealTimers());

async function open(maintenanceEveryMs?: number) {
  const opened = await openPostgresAccountStore(url, {
    log,
    ...(maintenanceEveryMs && { maintenanceEveryMs }),
  });
  onTestFinished(() => opened.close());
  return opened;
}

/**
 * Does some work in a process whose clock is ahead by this much; passes it a function for later
 * times.
 */
async function withClock<T>(aheadMs: number, work: (later: (ms: number) => string) => Promise<T>) {
  const real = Date.now();
  vi.setSystemTime(real + aheadMs);
  try {
    return await work((ms) => new Date(Date.now() + ms).toISOString());
  } finally {
    vi.setSystemTime(real);
  }
}

const balance = async () => (await store.findAccount(user))?.credits_available;

/** Seconds until the rows of a table expire, by the clock of the database. */
async function lifetimes(table: string): Promise<number[]> {
  const rows = await postgres.run(
    url,
    `SELECT extract(epoch FROM expires_at - now())::float8 AS seconds FROM ${table}
     WHERE expires_at IS NOT NULL`,
  );
  return rows.map(({ seconds }) => Number(seconds));
}

function expectAbout(seconds: number, actual: readonly number[]): void {
  expect(actual).toHaveLength(clocks.length);
  for (const one of actual) expect(Math.abs(one - seconds)).toBeLessThan(20);
}

test('a reservation lasts equally long for any clock of its process, and is refunded once', async () => {
  for (const [n, ahead] of clocks.entries()) {
    await withClock(ahead, (later) =>
      store.reserve(reservation(`r${n}`, { at: later(0), expires_at: later(85_000) })),
    );
  }
  expectAbout(85, await lifetimes('entries'));
  // Each releases expired reservations when it is opened; there are none.
  for (const ahead of clocks) await withClock(ahead, () => open());
  expect(await balance()).toBe(97);
  const settled = await withClock(-hour, (later) => store.settle(reservation('r2'), later(0)));
  expect(settled).toBe(true);

  await postgres.run(
    url,
    `UPDATE entries SET expires_at = now() - interval '1 ms' WHERE expires_at IS NOT NULL`,
  );
  await Promise.all(clocks.map(() => open(10)));
  await expect.poll(balance).toBe(99);
  for (const ahead of clocks) await withClock(ahead, () => open(10));
  expect(await balance()).toBe(99);
  expect(await store.listImbalances()).toEqual([]);
});

test('a repair with a clock that is days behind keeps the reservations of calls in progress', async () => {
  await store.reserve(
    reservation('r', { expires_at: new Date(Date.now() + 85_000).toISOString() }),
  );
  const repaired = await withClock(-72 * hour, (later) => store.repairAccount(user, later(0)));
  expect(repaired).toMatchObject({ reservations_released: 0 });
  expect(await balance()).toBe(99);
});

test('a call holds its idempotency key equally long for any clock, and its response lasts 24 hours', async () => {
  const claimOf = (n: number) => claim(`c${n}`, { key: `key ${n}` });
  for (const [n, ahead] of clocks.entries()) {
    await withClock(ahead, async (later) => {
      const mine = { ...claimOf(n), expires_at: later(85_000) };
      expect(await store.claimIdempotencyKey(mine, later(0))).toBeUndefined();
      await store.reserve(reservation(mine.call_id));
    });
  }
  expectAbout(85, await lifetimes('idempotency_keys'));
  for (const ahead of clocks) {
    const running = await withClock(ahead, (later) =>
      store.claimIdempotencyKey(claim('other', { key: 'key 2' }), later(0)),
    );
    expect(running).toMatchObject({ response: null });
  }
  for (const [n, ahead] of clocks.entries()) {
    const done = { claim: claimOf(n), response: 'A boat' };
    await withClock(ahead, async (later) => {
      if (n === 1) await store.recordResponse(done, later(0));
      else await store.settle(reservation(`c${n}`), later(0), done);
    });
  }
  expectAbout(86_400, await lifetimes('idempotency_keys'));
});

test('links last equally long, and work in a process with another clock', async () => {
  for (const [n, ahead] of clocks.entries()) {
    const link = {
      token_hash: `link ${n}`,
      purpose: 'setup' as const,
      user_id: `u${n}@example.com`,
    };
    await withClock(ahead, (later) =>
      store.createLink({ ...link, created_at: later(0), expires_at: later(600_000) }),
    );
    await withClock(-ahead, async (later) => {
      const found = await store.findLink(link.token_hash, later(0));
      const left = Date.parse(found?.expires_at ?? '') - Date.now();
      expect(Math.abs(left - 600_000)).toBeLessThan(20_000);
      expect(await store.findLink(link.token_hash, later(660_000))).toBeUndefined();
    });
  }
  const login = { user_id: 'u0@example.com', password_hash: 'hash' };
  const use = (later: (ms: number) => string) => store.useLink('link 0', login, later(0));
  expect(await withClock(-hour, use)).toMatchObject({ user_id: 'u0@example.com' });
});

test('a session has the same age for every process, and is not removed early', async () => {
  const login = { user_id: user, password_hash: 'hash' };
  const link = { token_hash: 'link', purpose: 'setup' as const, user_id: user, created_at: at };
  await store.createLink({ ...link, expires_at: '2999-01-01T00:00:00.000Z' });
  await store.useLink('link', login, new Date().toISOString());
  const session = { id_hash: 's', user_id: user, user_agent: 'Browser' };
  await withClock(-hour, (later) =>
    addSession(store, { ...session, created_at: later(0), last_seen_at: later(0) }),
  );
  for (const ahead of [13 * hour, -13 * hour]) {
    await withClock(ahead, async (later) => {
      // Opening a store removes expired sessions.
      await (await openPostgresAccountStore(url, { log })).close();
      const found = await store.findSession('s');
      expect(Math.abs(Date.parse(found?.created_at ?? '') - Date.now())).toBeLessThan(20_000);
      await store.touchSession('s', later(0));
    });
  }
  const [listed] = await store.listSessions(user);
  expect(Math.abs(Date.parse(listed?.last_seen_at ?? '') - Date.now())).toBeLessThan(20_000);
});

test('a key expires at the same moment on every machine', async () => {
  for (const [n, ahead] of clocks.entries()) {
    const { hash, id } = apiKey(`key ${n}`);
    await withClock(ahead, (later) =>
      store.createKey(apiKey(id, { created_at: later(0), expires_at: later(600_000) })),
    );
    for (const other of clocks) {
      await withClock(other, async () => {
        const found = await store.findKey(hash);
        const [listed] = (await store.listKeys(user)).filter((one) => one.id === id);
        for (const key of [found, listed]) {
          expect(Math.abs(Date.parse(key?.created_at ?? '') - Date.now())).toBeLessThan(20_000);
          const left = Date.parse(key?.expires_at ?? '') - Date.now();
          expect(Math.abs(left - 600_000)).toBeLessThan(20_000);
        }
      });
    }
  }
  expectAbout(600, await lifetimes('api_keys'));
});

test('a rotated key stops working at the chosen time on every machine', async () => {
  for (const [n, ahead] of clocks.entries()) {
    const { id, hash } = apiKey(`key ${n}`);
    const rotate = (next: string, later: (ms: number) => string) =>
      store.rotateKey(id, apiKey(next, { created_at: later(0) }), later(0));
    await withClock(ahead, (later) => store.createKey(apiKey(id, { created_at: later(0) })));
    expect(await withClock(-ahead, (later) => rotate(`next ${n}`, later))).toBeDefined();
    for (const clock of clocks) {
      await withClock(clock, async (later) => {
        const found = await store.findKey(hash);
        // The comparison of the service.
        expect(Date.parse(found?.expires_at ?? '')).toBeLessThanOrEqual(Date.now());
        expect(await rotate('again', later)).toBeUndefined();
      });
    }
  }
});
