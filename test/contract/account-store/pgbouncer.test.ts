import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../../service/server/log.ts';
import type { AccountStore } from '../../../service/storage/interfaces/storage-backend.ts';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import {
  createRoleAndDatabase,
  startPgBouncer,
  type PgBouncer,
} from '../../support/postgres/pgbouncer.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { creditsContract } from './credits.ts';
import { idempotencyContract } from './idempotency.ts';

const log = createLog('silent');

// These parts use transactions, locks and connection settings; the others only use plain SQL.
describe('store contract: PostgreSQL behind PgBouncer from Debian, in transaction mode', () => {
  const postgres = usePostgres();
  let bouncer: PgBouncer;
  let store: AccountStore;
  const run = (sql: string) => postgres.run(postgres.address('altscribe'), sql);

  beforeAll(async () => {
    await createRoleAndDatabase(postgres);
    await run(`ALTER DATABASE altscribe SET DateStyle = 'German'`);
    bouncer = await startPgBouncer(postgres);
    // The first download may take a while.
  }, 300_000);

  afterAll(async () => {
    await bouncer.stop();
    const superuser = postgres.address('postgres');
    await postgres.run(superuser, 'DROP DATABASE altscribe WITH (FORCE)');
    await postgres.run(superuser, 'DROP ROLE altscribe');
  });

  const open = () => openPostgresAccountStore(bouncer.url, { log });

  beforeEach(async () => {
    store = await open();
  });

  afterEach(async () => {
    expect(await store.listImbalances()).toEqual([]);
    await store.close();
    await run('DELETE FROM accounts; DELETE FROM logins; DELETE FROM one_time_links');
  });

  const subject = {
    store: () => store,
    async reopen() {
      await store.close();
      store = await open();
    },
  };
  creditsContract(subject);
  idempotencyContract(subject);

  test('of ten simultaneous links for the first operator, one is created', async () => {
    const now = Date.now();
    const link = {
      ...{ purpose: 'setup' as const, user_id: null, created_at: new Date(now).toISOString() },
      expires_at: new Date(now + 60_000).toISOString(),
    };
    const added = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        store.createFirstOperatorLink({ ...link, token_hash: `link ${n}` }),
      ),
    );
    expect(added.filter(Boolean)).toHaveLength(1);
  });

  test('SQL statements have the limits and date formats that the service needs', async () => {
    const client = new Client({ connectionString: bouncer.url });
    await client.connect();
    const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
    const shown: unknown[] = [];
    for (const name of [...names, 'DateStyle']) {
      const { rows } = await client.query<Record<string, string>>(`SHOW ${name}`);
      shown.push(...Object.values(rows[0] ?? {}));
    }
    await client.end();
    expect(shown).toEqual(['10s', '2s', '10s', 'ISO, MDY']);
  });
});
