import { beforeAll } from 'vitest';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import { createLog } from '../../../service/server/log.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { storeContract } from './suite.ts';

const postgres = usePostgres();
let url: string;

beforeAll(async () => {
  url = await postgres.createDatabase();
});

/** Creating the tables takes longer than most of the tests. */
const emptyAllTables = `DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT tablename FROM pg_tables
    WHERE schemaname = current_schema() AND tablename <> 'schema_migrations'
  LOOP EXECUTE 'DELETE FROM ' || name; END LOOP;
END $$`;

storeContract('PostgreSQL', () =>
  Promise.resolve({
    open: () => openPostgresAccountStore(url, { log: createLog('silent') }),
    async remove() {
      await postgres.run(url, emptyAllTables);
    },
  }),
);
