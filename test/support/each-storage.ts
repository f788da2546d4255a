import { afterAll, beforeAll, describe } from 'vitest';
import { startPostgres, type Postgres } from './postgres/server.ts';

/** Tests of the service, once on files and once on PostgreSQL. */
export function onEachStorage(tests: (newEnv: () => Promise<Record<string, string>>) => void) {
  describe('on files', () => tests(() => Promise.resolve({})));

  describe('on PostgreSQL', () => {
    let postgres: Postgres;
    beforeAll(async () => {
      postgres = await startPostgres();
    }, 60_000);
    afterAll(() => postgres.dispose());
    tests(async () => ({ DATABASE_URL: await postgres.createDatabase() }));
  });
}
