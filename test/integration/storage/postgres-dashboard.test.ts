import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../service/server/log.ts';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';

const postgres = usePostgres();

async function openStore(url: string, maintenanceEveryMs?: number) {
  const store = await openPostgresAccountStore(url, {
    log: createLog('silent'),
    ...(maintenanceEveryMs && { maintenanceEveryMs }),
  });
  onTestFinished(() => store.close());
  return store;
}

test('removes only changes, links and sessions that are too old', async () => {
  const url = await postgres.createDatabase();
  await openStore(url, 20);
  await postgres.run(
    url,
    `INSERT INTO changes SELECT age::text, now() - make_interval(days => age), 'a', 'x', NULL, '{}'
       FROM unnest(ARRAY[0, 399, 401, 900]) AS age;
     INSERT INTO one_time_links SELECT minutes::text, 'setup', minutes::text, now(),
         now() + make_interval(mins => minutes) FROM unnest(ARRAY[-1, 1]) AS minutes;
     INSERT INTO logins VALUES ('a', true, NULL, now());
     INSERT INTO sessions SELECT 'seen ' || hours, 'a', now(), now() - make_interval(hours => hours), ''
       FROM unnest(ARRAY[11, 13]) AS hours;
     INSERT INTO sessions SELECT 'made ' || days, 'a', now() - make_interval(days => days), now(), ''
       FROM unnest(ARRAY[29, 31]) AS days`,
  );
  const left = () =>
    postgres.run(
      url,
      `SELECT (SELECT array_agg(id ORDER BY at DESC) FROM changes) AS changes,
        (SELECT array_agg(token_hash) FROM one_time_links) AS links,
        (SELECT array_agg(id_hash ORDER BY id_hash) FROM sessions) AS sessions`,
    );
  await expect
    .poll(left, { timeout: 10_000 })
    .toEqual([{ changes: ['0', '399'], links: ['1'], sessions: ['made 29', 'seen 11'] }]);
});

test('two processes at the same time create only one first operator', async () => {
  const url = await postgres.createDatabase();
  const stores = await Promise.all([openStore(url), openStore(url), openStore(url)]);
  const now = new Date().toISOString();
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const made = await Promise.all(
    stores.map((store, n) =>
      store.createFirstOperatorLink({
        ...{ token_hash: `link ${n}`, purpose: 'setup' as const, user_id: null },
        ...{ created_at: now, expires_at },
      }),
    ),
  );
  expect(made.filter(Boolean)).toHaveLength(1);
  const hash = `link ${made.indexOf(true)}`;
  const used = await Promise.all(
    stores.flatMap((store, n) =>
      ['a', 'b', 'c'].map((name) =>
        store.useLink(hash, { user_id: `${name}${n}`, password_hash: 'hash' }, now),
      ),
    ),
  );
  expect(used.filter((one) => one !== undefined)).toHaveLength(1);
  expect(await stores[0].listOperators()).toHaveLength(1);
});

test('reads a page of 100,000 changes by an index', async () => {
  const url = await postgres.createDatabase();
  const store = await openStore(url);
  await postgres.run(
    url,
    `INSERT INTO changes SELECT n::text, now() - make_interval(secs => n), 'a', 'x', NULL, '{}'
       FROM generate_series(1, 100000) AS n; ANALYZE changes`,
  );
  expect((await store.listChanges({ limit: 2, after: '50000' })).map(({ id }) => id)).toEqual([
    '50001',
    '50002',
  ]);
  const plan = await postgres.run(
    url,
    `EXPLAIN SELECT id FROM changes
     WHERE (at, id) < (SELECT last.at, last.id FROM changes AS last WHERE last.id = '50000')
     ORDER BY at DESC, id DESC LIMIT 50`,
  );
  expect(JSON.stringify(plan)).not.toContain('Seq Scan');
  expect(JSON.stringify(plan)).toContain('changes_by_time');
});
