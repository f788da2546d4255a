import {} from 'vitest';
import { createLog } from '../../../service/server/log.ts';
import { openPostgresBackend } from '../../../service/storage/postgres/storage-backend.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { responseCacheContract } from './suite.ts';

const postgres = usePostgres();

responseCacheContract('PostgreSQL', async () =>
  openPostgresBackend(await postgres.createDatabase(), { log: createLog('silent') }),
);
