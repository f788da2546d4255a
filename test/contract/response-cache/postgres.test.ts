import { afterAll, beforeAll } from 'vitest';
import { createLog } from '../../../service/server/log.ts';
import { openPostgresStorage } from '../../../service/storage/postgres/storage-backend.ts';
import { startPostgres, type Postgres } from '../../support/postgres/server.ts';
import { answerCacheContract } from './suite.ts';

let postgres: Postgres;

beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);

afterAll(() => postgres.dispose());

answerCacheContract('PostgreSQL', async () =>
  openPostgresStorage(await postgres.createDatabase(), { log: createLog('silent') }),
);
