import { resolve } from 'node:path';
import { restoreStore } from '../../compose-store.ts';
import { isStoreNamed, parseStoreConfig } from '../../store-config.ts';
import { describeStore } from '../describe-store.ts';
import { print } from '../print.ts';
import { describeRestore } from './postgres-tools.ts';
import { CommandError } from './store-command.ts';

/** Makes a store of a backup where there is none, and prints what is in it. */
export async function runRestore(
  file: string,
  { json, create }: { json?: boolean; create?: boolean },
): Promise<void> {
  const config = parseStoreConfig(process.env);
  if (config.databaseUrl) throw new CommandError(describeRestore(config.databaseUrl, file));
  if (!create && !isStoreNamed(process.env)) {
    throw new CommandError(
      `Set DATA_DIR to the folder that is to be restored into, or give --create for ${resolve(config.dataDir)}.`,
    );
  }
  const restored = await restoreStore(resolve(file), resolve(config.dataDir));
  console.error(`Changed: ${describeStore(config)}`);
  print(restored, json === true);
}
