import { afterAll, beforeAll } from 'vitest';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import { createLog } from '../../../service/server/log.ts';
import { startPostgres, type Postgres } from '../../support/postgres/server.ts';
import { storeContract } from './suite.ts';

let postgres: Postgres | undefined;

beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);

afterAll(() => postgres?.dispose());

storeContract('PostgreSQL', async () => {
  const url = (await postgres?.createDatabase()) ?? '';
  return {
    open: () => openPostgresAccountStore(url, { log: createLog('silent') }),
    // Goes with the server.
    remove: () => Promise.resolve(),
  };
});
