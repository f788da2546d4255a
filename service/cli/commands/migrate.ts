import { findMoveTime, holdsAccounts, importFolder } from '../../compose-migration.ts';
import { openAccountStore } from '../../compose-store.ts';
import { createLog } from '../../server/log.ts';
import { StoreError, StoreLockedError } from '../../storage/interfaces/errors.ts';
import { configError, parseStoreConfig } from '../../config/store-config.ts';
import { requireFolder } from '../execute-command.ts';
import { print } from '../print.ts';

const nextSteps = `
Everything is in the database. From now on, start the service and its commands with this DATABASE_URL.
The files in DATA_DIR are unchanged: keep them as a backup. They are
marked to keep services from starting on them again.`;

/** Moves everything from files into a database, and prints what was moved. */
export async function runMigrate({ json, force }: { json?: boolean; force?: boolean }) {
  if (force !== true && (await reportMoved(json === true))) return;
  const comparisons = await move(force === true);
  // Sums beyond 2^53 were compared exactly, but are shown rounded.
  const rows = comparisons.map(({ what, folder, database }) => ({
    what,
    folder: Number(folder),
    database: Number(database),
  }));
  print(rows, json === true);
  if (!json) console.log(nextSteps);
}

/**
 * If the folder was already moved, prints what the database contains now.
 * @returns whether it was
 */
async function reportMoved(isJson: boolean): Promise<boolean> {
  const config = parseStoreConfig(process.env);
  const movedAt = await findMoveTime(config.dataDir);
  if (!config.databaseUrl || movedAt === undefined) return false;
  const store = await openAccountStore(config, createLog('silent'), false);
  let accounts: number;
  try {
    accounts = await store.countAccounts();
  } finally {
    await store.close();
  }
  if (accounts === 0) {
    throw new StoreError(
      `This DATA_DIR was moved on ${movedAt.slice(0, 10)}, but the database of DATABASE_URL contains ` +
        'no accounts. Is it a different database? To move the folder again, into this one, use --force.',
    );
  }
  print({ moved_at: movedAt.trim(), accounts_in_database: accounts }, isJson);
  if (!isJson) console.log(alreadyMoved);
  return true;
}

const alreadyMoved = `
This DATA_DIR was already moved into a database, and nothing was moved now. Start the service with
this DATABASE_URL.`;

async function move(isForced: boolean) {
  const { dataDir, databaseUrl } = parseStoreConfig(process.env);
  const problems = [];
  if (!databaseUrl) {
    problems.push('DATABASE_URL must be set to the database to move everything into.');
  }
  if (!(await holdsAccounts(dataDir))) {
    problems.push('DATA_DIR must be the folder of the service; this one has no accounts.');
  }
  if (!databaseUrl || problems.length > 0) throw configError(problems);
  try {
    return await importFolder(dataDir, databaseUrl, createLog('silent'), isForced);
  } catch (error) {
    if (!(error instanceof StoreLockedError)) throw error;
    throw new StoreLockedError(
      'A service or another command is using this DATA_DIR. Stop it, and only start it again with ' +
        'DATABASE_URL after everything has been moved. Nothing was changed.',
    );
  }
}

/**
 * Updates the files or tables of an older version.
 * @throws StoreError without `--yes`, if tables would be changed
 */
export async function runUpgrade({ json, yes }: { json?: boolean; yes?: boolean }): Promise<void> {
  const config = parseStoreConfig(process.env);
  const { databaseUrl } = config;
  if (!databaseUrl) await requireFolder(config);
  let saved: string | undefined;
  const store = await openAccountStore(
    { ...config, mayUpgrade: !databaseUrl || yes === true },
    createLog('silent'),
    false,
    (path) => (saved = path),
  );
  try {
    const accounts = await store.countAccounts();
    print(
      {
        [databaseUrl ? 'tables' : 'files']: 'of this version',
        accounts,
        ...(saved !== undefined && { saved_before: saved }),
      },
      json === true,
    );
  } finally {
    await store.close();
  }
}
