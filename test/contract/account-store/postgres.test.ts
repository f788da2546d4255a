import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import { createLog } from '../../../service/server/log.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { storeContract } from './suite.ts';

const postgres = usePostgres();

storeContract('PostgreSQL', async () => {
  const url = await postgres.createDatabase();
  return {
    open: () => openPostgresAccountStore(url, { log: createLog('silent') }),
    // Removed with the server.
    remove: () => Promise.resolve(),
  };
});
