import { describe } from 'vitest';
import { usePostgres } from './postgres/use-postgres.ts';

/** Runs tests of the service twice: on files and on PostgreSQL. */
export function onEachStorage(tests: (newEnv: () => Promise<Record<string, string>>) => void) {
  describe('on files', () => tests(() => Promise.resolve({})));

  describe('on PostgreSQL', () => {
    const postgres = usePostgres();
    tests(async () => ({ DATABASE_URL: await postgres.createDatabase() }));
  });
}
