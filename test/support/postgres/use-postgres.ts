import { afterAll, beforeAll } from 'vitest';
import { startPostgres, type Postgres } from './server.ts';

/** A server for this test file, from before its first test until after its last. */
export function usePostgres(): Postgres {
  let server: Postgres;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.dispose());
  return {
    address: (database) => server.address(database),
    createDatabase: () => server.createDatabase(),
    run: (url, sql) => server.run(url, sql),
    pid: () => server.pid(),
    stop: (how) => server.stop(how),
    start: () => server.start(),
    dispose: () => server.dispose(),
  };
}
