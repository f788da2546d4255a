import { describe } from 'vitest';
import { usePostgres } from './postgres/use-postgres.ts';

/** Runs tests of the service twice: on files and, but for the quick check, on PostgreSQL. */
export function onEachStorage(tests: (newEnv: () => Promise<Record<string, string>>) => void) {
  describe('on files', () => tests(() => Promise.resolve({})));

  if (process.env['TEST_STORAGE'] === 'files') return;
  describe('on PostgreSQL', () => {
    const postgres = usePostgres();
    tests(async () => ({ DATABASE_URL: await postgres.createDatabase() }));
  });
}
