import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../service/server/log.ts';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import { StoreError } from '../../../service/storage/interfaces/errors.ts';
import { account, at, claim, reservation, user } from '../../contract/account-store/examples.ts';
import { useOwnPostgres } from '../../support/postgres/use-postgres.ts';

const credits = 100_000;

const postgres = useOwnPostgres();

test('records nothing for a call that is being released', async () => {
  const url = await postgres.createDatabase();
  const store = await openPostgresAccountStore(url, { log: createLog('silent') });
  onTestFinished(() => store.close());
  await store.createAccount(account(user, { credits_available: 5 }), at);
  await store.claimIdempotencyKey(claim('c1'), at);
  await store.reserve(reservation('c1'));
  const releasing = new Client({ connectionString: url });
  await releasing.connect();
  onTestFinished(() => releasing.end());
  await releasing.query("BEGIN; DELETE FROM entries WHERE id = 'c1'");
  const completed = { claim: claim('c1'), response: 'response' };
  const settling = store.settle(reservation('c1'), at, completed);
  const waiting = () =>
    postgres.run(url, "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
  await expect.poll(waiting, { interval: 10 }).toHaveLength(1);
  await releasing.query('UPDATE accounts SET credits_available = 5; COMMIT');
  expect(await settling).toBe(false);
  expect(await store.claimIdempotencyKey(claim('c2'), at)).toMatchObject({ response: null });
});

test(
  'charges each key once and records its response, even if the database is cut off and stopped',
  { timeout: 90_000 },
  async () => {
    const url = await postgres.createDatabase();
    const store = await openPostgresAccountStore(url, {
      log: createLog('silent'),
      maintenanceEveryMs: 200,
    });
    onTestFinished(() => store.close());
    await store.createAccount(account(user, { credits_available: credits }), at);

    let calls = 0;
    let failures = 0;

    /**
     * Makes one call. Returns the response recorded for its key; undefined if there is none yet.
     */
    async function call(key: string): Promise<string | undefined> {
      const soon = new Date(Date.now() + 1_000).toISOString();
      const mine = claim(`${key} ${(calls += 1)}`, { key, expires_at: soon });
      const record = await store.claimIdempotencyKey(mine, at);
      if (record) return record.response ?? undefined;
      const reserved = reservation(mine.call_id, { expires_at: soon });
      try {
        await store.reserve(reserved);
        const when = new Date().toISOString();
        const isSettled = await store.settle(reserved, when, {
          claim: mine,
          response: mine.call_id,
        });
        return isSettled ? mine.call_id : undefined;
      } catch (error) {
        try {
          await store.release(reserved);
        } finally {
          await store.dropClaim(mine);
        }
        throw error;
      }
    }

    /** Repeats a call with the same key until there is a response, like a client. */
    async function callUntilResponse(key: string): Promise<string> {
      for (;;) {
        try {
          const response = await call(key);
          if (response !== undefined) return response;
        } catch (error) {
          expect(error).toBeInstanceOf(StoreError);
          failures += 1;
        }
        await sleep(10);
      }
    }

    const responses = new Map<string, Set<string>>();
    let isStopping = false;

    async function caller(name: number): Promise<void> {
      for (let n = 0; !isStopping; n++) {
        const key = `${name}-${n}`;
        const twins = await Promise.all([callUntilResponse(key), callUntilResponse(key)]);
        responses.set(key, new Set(twins));
      }
    }

    const callers = Promise.all(Array.from({ length: 8 }, (_, name) => caller(name)));
    for (let round = 0; round < 30; round++) {
      await sleep(Math.random() * 40);
      await postgres.run(
        url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
    }
    for (const how of ['fast', 'crash'] as const) {
      await postgres.stop(how);
      await expect(store.ping()).rejects.toThrow(StoreError);
      await postgres.start();
      await expect.poll(() => store.ping().then(() => 'back'), { timeout: 10_000 }).toBe('back');
    }
    isStopping = true;
    await callers;
    expect(failures).toBeGreaterThan(0);

    const entries = await store.listEntries(user);
    const spent = entries.filter(({ reason }) => reason === 'call').map(({ id }) => id);
    expect(spent.toSorted()).toEqual([...responses.values()].flatMap((ids) => [...ids]).toSorted());
    expect(new Set(spent.map((id) => id.split(' ')[0])).size).toBe(responses.size);
    // Reservations of broken connections are released when they expire.
    const balance = async () => (await store.findAccount(user))?.credits_available;
    await expect.poll(balance, { timeout: 10_000 }).toBe(credits - responses.size);
  },
);
