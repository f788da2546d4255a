import { expect, test } from 'vitest';
import type { Database } from '../../../../../service/storage/postgres/database.ts';
import { migrate } from '../../../../../service/storage/postgres/migrate.ts';
import { newestVersion } from '../../../../../service/storage/postgres/migrations/index.ts';

/** A stand-in for a database of any version with up-to-date tables. */
function databaseOf(version: number): Pick<Database, 'longTransaction'> {
  const answer = (sql: string) =>
    sql.includes('server_version_num')
      ? [{ version: String(version) }]
      : [{ version: newestVersion }];
  return {
    longTransaction: (work) =>
      work(<Row extends object>(sql: string) => Promise.resolve(answer(sql) as Row[])),
  };
}

test.each([90_624, 130_023])('reports a PostgreSQL that is too old: %i', async (version) => {
  await expect(migrate(databaseOf(version) as Database, false)).rejects.toThrow(
    `The database is PostgreSQL ${Math.trunc(version / 10_000)}. Altscribe needs 14 or newer.`,
  );
});

test.each([140_000, 180_001])(
  'accepts the oldest supported PostgreSQL and newer ones: %i',
  async (version) => {
    await expect(migrate(databaseOf(version) as Database, false)).resolves.toBe(false);
  },
);
