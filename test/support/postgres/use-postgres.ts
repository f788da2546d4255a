import { afterAll, beforeAll } from 'vitest';
import { startPostgres, type Postgres } from './server.ts';

/** What a test can do with a server that other test files use, too. */
export type SharedPostgres = Pick<Postgres, 'address' | 'createDatabase' | 'run'>;

let shared: Promise<Postgres> | undefined;

/** A server for the tests of this worker: each test creates its own database. */
export function usePostgres(): SharedPostgres {
  let server: Postgres;
  beforeAll(async () => {
    server = await (shared ??= startPostgres({ isForWorker: true }));
  }, 60_000);
  return {
    address: (database) => server.address(database),
    createDatabase: () => server.createDatabase(),
    run: (url, sql) => server.run(url, sql),
  };
}

/** A server for this test file, which may stop it: from before its first test until after its last. */
export function useOwnPostgres(): Postgres {
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
