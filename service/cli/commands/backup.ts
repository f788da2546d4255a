import { resolve } from 'node:path';
import { hasFolder, inspectBackup } from '../../compose-store.ts';
import { parseStoreConfig } from '../../store-config.ts';
import { throughService } from '../execute-command.ts';
import { print } from '../print.ts';
import { receiveBackup } from '../socket/client.ts';
import { writeBeside } from '../write-beside.ts';
import { describeDump } from './postgres-tools.ts';
import { CommandError } from './store-command.ts';

/** Writes everything that the store has into one file, while the service runs, and prints what it is. */
export async function runBackup(
  file: string,
  { json, force }: { json?: boolean; force?: boolean },
) {
  const config = parseStoreConfig(process.env);
  if (config.databaseUrl) throw new CommandError(describeDump(config.databaseUrl, file));
  if (!(await hasFolder(config.dataDir))) {
    throw new CommandError(
      `There is no store in ${resolve(config.dataDir)}: set the DATA_DIR that the service has.`,
    );
  }
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

/** What cannot be read back is no backup. */
async function readBack(path: string) {
  const content = await inspectBackup(path);
  if (content.problems.length === 0) return content;
  throw new CommandError(
    `What was written is not what was to be written: ${content.problems.join(' ')} Look at the disk.`,
  );
}
