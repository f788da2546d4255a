import { resolve } from 'node:path';
import { inspectBackup, restoreStore } from '../../compose-store.ts';
import { isStoreNamed, parseStoreConfig } from '../../config/store-config.ts';
import { describeStore } from '../describe-store.ts';
import { requireFolder, throughService } from '../execute-command.ts';
import { print } from '../print.ts';
import { receiveBackup } from '../socket/client.ts';
import { writeBeside } from '../write-beside.ts';
import { CommandError } from './store-command.ts';

const password =
  'They ask for the password, or read it from PGPASSWORD or ~/.pgpass. Their version must be the ' +
  "server's version or newer.";

/** How PostgreSQL backs up a database. */
function describeDump(databaseUrl: string, file: string): string {
  return [
    `Altscribe uses ${nameOf(databaseUrl)}. Back it up with PostgreSQL's own tools while the service runs:`,
    `  (umask 077 && pg_dump --format=custom --file=${quote(file)} --dbname=${addressOf(databaseUrl)})`,
    password,
  ].join('\n');
}

/** How PostgreSQL restores it. */
function describeRestore(databaseUrl: string, file: string): string {
  return [
    `Altscribe uses ${nameOf(databaseUrl)}. Restore it with PostgreSQL's own tools into an empty database that no service is using:`,
    `  pg_restore --no-owner --no-privileges --exit-on-error --single-transaction --dbname=${addressOf(databaseUrl)} ${quote(file)}`,
    password,
    'Then run "altscribe doctor" to check that every balance matches its entries.',
  ].join('\n');
}

function nameOf(databaseUrl: string): string {
  return describeStore({ dataDir: '', databaseUrl });
}

/**
 * The URL without its password, which other users of the machine could see, and without our
 * options.
 */
function addressOf(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.password = '';
  // Only the Node.js client knows these options.
  url.searchParams.delete('uselibpqcompat');
  return quote(url.href);
}

/** Quotes a word for the shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Makes a new store from a backup, and prints its contents. There must be no store yet. */
export async function runRestore(
  file: string,
  { json, create }: { json?: boolean; create?: boolean },
): Promise<void> {
  const config = parseStoreConfig(process.env);
  if (config.databaseUrl) throw new CommandError(describeRestore(config.databaseUrl, file));
  if (!create && !isStoreNamed(process.env)) {
    throw new CommandError(
      `Set DATA_DIR to the folder to restore into, or use --create for ${resolve(config.dataDir)}.`,
    );
  }
  const restored = await restoreStore(resolve(file), resolve(config.dataDir));
  console.error(`Changed: ${describeStore(config)}`);
  print(restored, json === true);
}

/**
 * Writes everything in the store to one file, even while the service runs, and prints a summary.
 */
export async function runBackup(
  file: string,
  { json, force }: { json?: boolean; force?: boolean },
) {
  const config = parseStoreConfig(process.env);
  if (config.databaseUrl) throw new CommandError(describeDump(config.databaseUrl, file));
  await requireFolder(config);
  const { madeAt, files } = await writeBeside(
    resolve(file),
    (target) =>
      throughService(config, force === true, {
        ask: () => receiveBackup(config.dataDir, target),
        work: async (store) => store.writeBackup?.(target),
      }),
    readBack,
  );
  print({ file: resolve(file), made_at: madeAt, files }, json === true);
}

/** Reads a backup back, because one that cannot be read is useless. */
async function readBack(path: string) {
  const content = await inspectBackup(path);
  if (content.problems.length === 0) return content;
  throw new CommandError(
    `The backup was not written correctly: ${content.problems.join(' ')} Check the disk.`,
  );
}
