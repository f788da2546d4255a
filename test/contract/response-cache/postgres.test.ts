import { afterAll, beforeAll } from 'vitest';
import { createLog } from '../../../service/server/log.ts';
import { openPostgresBackend } from '../../../service/storage/postgres/storage-backend.ts';
import { startPostgres, type Postgres } from '../../support/postgres/server.ts';
import { responseCacheContract } from './suite.ts';

let postgres: Postgres;

beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);

afterAll(() => postgres.dispose());

responseCacheContract('PostgreSQL', async () =>
  openPostgresBackend(await postgres.createDatabase(), { log: createLog('silent') }),
);
