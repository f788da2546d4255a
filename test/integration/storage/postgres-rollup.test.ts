import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { executeCommand } from '../../../service/cli/execute-command.ts';
import { createLog } from '../../../service/server/log.ts';
import type { AccountStore } from '../../../service/storage/interfaces/storage-backend.ts';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import { account, entry, reservation } from '../../contract/account-store/examples.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const users = ['a@example.com', 'b@example.com'];
const [user = '', other = ''] = users;
const before = '2026-11-01';

const postgres = usePostgres();
let url: string;
let store: AccountStore;

beforeEach(async () => {
  url = await postgres.createDatabase();
  store = await openPostgresAccountStore(url, { log: createLog('silent') });
  onTestFinished(() => store.close());
  for (const one of users) {
    await store.createAccount(account(one, { credits_available: 1_000 }), '2024-01-01T00:00:00Z');
  }
});

/** Makes a call for a user at a given time; optionally does not settle it. */
async function call(userId: string, id: string, at: string, isSettled = true) {
  const mine = reservation(id, { user_id: userId, at });
  await store.reserve(mine);
  if (isSettled) await store.settle(mine, at);
}

/** All entries of a user, newest first: id, credits and time. */
async function list(userId: string) {
  const entries = await store.listEntries(userId);
  return entries.map(({ id, credits, at }) => [id, credits, at]);
}

test('old calls become one entry per day, and after a year one per month; the rest is unchanged', async () => {
  await call(user, 'm1', '2025-10-01T00:00:00.000Z');
  await call(user, 'm2', '2025-10-31T23:59:59.999Z');
  await call(user, 'd1', '2025-11-01T00:00:00.000Z');
  await call(user, 'd2', '2026-10-30T10:00:00.000Z');
  await call(user, 'd3', '2026-10-30T23:59:59.999Z');
  await call(user, 'under way', '2026-10-30T10:00:00.000Z', false);
  await store.changeCredits(entry('paid', 7, { at: '2026-10-30T12:00:00.000Z' }));
  await call(user, 'new', '2026-11-01T00:00:00.000Z');
  await call(other, 'theirs', '2026-10-30T10:00:00.000Z');

  expect(await store.rollUpCalls(before)).toEqual({ calls: 6, entries: 4 });
  const expected = [
    ['new', -1, '2026-11-01T00:00:00.000Z'],
    ['calls-2026-10-30', -2, '2026-10-30T23:59:59.999Z'],
    ['paid', 7, '2026-10-30T12:00:00.000Z'],
    ['calls-2025-11-01', -1, '2025-11-01T00:00:00.000Z'],
    ['calls-2025-10', -2, '2025-10-31T23:59:59.999Z'],
    [`first-${user}`, 1_000, '2024-01-01T00:00:00.000Z'],
  ];
  expect(await list(user)).toEqual(expected);
  expect((await list(other))[0]).toEqual(['calls-2026-10-30', -1, '2026-10-30T10:00:00.000Z']);

  // Repeated and simultaneous rollups count nothing twice.
  await Promise.all([store.rollUpCalls(before), store.rollUpCalls(before)]);
  expect(await list(user)).toEqual(expected);
  // The call that was in progress can still be settled.
  const late = '2026-10-30T23:00:00.000Z';
  expect(await store.settle(reservation('under way', { user_id: user }), late)).toBe(true);
  await Promise.all([store.rollUpCalls(before), store.rollUpCalls(before)]);
  expect((await list(user))[1]).toEqual(['calls-2026-10-30', -3, '2026-10-30T23:59:59.999Z']);
  // A year later, days become months.
  await store.rollUpCalls('2027-11-01');
  expect((await list(user)).map(([id]) => id)).toEqual([
    'calls-2026-11-01',
    'calls-2026-10',
    'paid',
    'calls-2025-11',
    'calls-2025-10',
    `first-${user}`,
  ]);
  expect(await store.findAccount(user)).toMatchObject({ credits_available: 1_000 });
  expect(await store.listImbalances()).toEqual([]);
});

test('calls and removals of accounts continue during a rollup', async () => {
  await postgres.run(
    url,
    `INSERT INTO entries (user_id, id, credits, reason, at)
     SELECT u, 'old ' || n, -1, 'call', '2026-10-01T00:00Z'::timestamptz + n * interval '1 minute'
     FROM generate_series(1, 40000) AS n, unnest(ARRAY['${user}', '${other}']) AS u;
     UPDATE accounts SET credits_available = 0;
     INSERT INTO entries (user_id, id, credits, reason, at)
     SELECT u, 'paid', 39000 + 1000, 'top-up', '2026-10-01T00:00Z'
     FROM unnest(ARRAY['${user}', '${other}']) AS u;
     UPDATE accounts SET credits_available = 1000`,
  );
  let isJoining = true as boolean;
  const joining = Promise.all([store.rollUpCalls(before), store.rollUpCalls(before)]).finally(
    () => (isJoining = false),
  );
  const waits: number[] = [];
  for (let n = 0; isJoining; n++) {
    const start = performance.now();
    await call(user, `new ${n}`, '2026-11-20T00:00:00.000Z');
    waits.push(performance.now() - start);
    if (n === 5) expect(await store.removeAccount(other)).toBe(true);
  }
  await joining;
  expect(waits.length).toBeGreaterThan(5);
  expect(Math.max(...waits)).toBeLessThan(2_000);
  expect(await store.listImbalances()).toEqual([]);
  const entries = await store.listEntries(user);
  const joined = entries.filter(({ id }) => id.startsWith('calls-'));
  expect(joined.reduce((sum, { credits }) => sum + credits, 0)).toBe(-40_000);
  expect(joined).toHaveLength(28);
});

test('if the last entry of a page was rolled up since, the next page has all older ones', async () => {
  for (const day of ['01', '02', '03']) {
    for (const hour of ['10', '11']) {
      await call(user, `${day}-${hour}`, `2026-10-${day}T${hour}:00:00.000Z`);
    }
  }
  const [, , last] = await store.listEntries(user, { limit: 3 });
  expect(last?.id).toBe('02-11');
  await store.rollUpCalls(before);
  const next = await store.listEntries(user, { limit: 10, after: '02-11' });
  expect(next.map(({ id }) => id)).toEqual([
    'calls-2026-10-03',
    'calls-2026-10-02',
    'calls-2026-10-01',
    `first-${user}`,
  ]);
});

test('the command rolls calls up, refuses days of this week, and works only on databases', async () => {
  await call(user, 'old', '2026-10-01T00:00:00.000Z');
  const dataDir = await temporaryFolder();
  const join = (day: string, databaseUrl: string | undefined = url) =>
    executeCommand({ dataDir, databaseUrl }, 'entries join', { before: day });
  expect(await join(before)).toEqual({ calls_joined: 1, entries_made: 1 });
  const [change] = await store.listChanges({ limit: 1 });
  expect(change).toMatchObject({ action: 'entries.joined', details: { before, calls: 1 } });
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  for (const day of [yesterday, 'soon']) await expect(join(day)).rejects.toThrow(/7 days ago/);
  const onFiles = executeCommand({ dataDir, databaseUrl: undefined }, 'entries join', { before });
  await expect(onFiles).rejects.toThrow(/automatically/);
});
