import { describe } from 'vitest';
import { usePostgres } from './postgres/use-postgres.ts';

/** Tests of the service, once on files and once on PostgreSQL. */
export function onEachStorage(tests: (newEnv: () => Promise<Record<string, string>>) => void) {
  describe('on files', () => tests(() => Promise.resolve({})));

  describe('on PostgreSQL', () => {
    const postgres = usePostgres();
    tests(async () => ({ DATABASE_URL: await postgres.createDatabase() }));
  });
}
