import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasFolder, openAccountStore } from '../compose-store.ts';
import { CommandError } from './commands/store-command.ts';
import { createLog } from '../server/log.ts';
import { parsePublicUrl, type StoreConfig } from '../config/store-config.ts';
import type { AccountStore } from '../storage/interfaces/storage-backend.ts';
import { StoreLockedError } from '../storage/interfaces/errors.ts';
import { runStoreCommand } from './commands/store-commands.ts';
import { NotRunningError, sendCommand } from './socket/client.ts';

/** Long enough for a service to start or stop, or for another command to end. */
const maxWaitMs = 15_000;
const backoffMs = 100;

interface ExecuteOptions {
  /** Whether to work on files whose accounts were moved into a database. */
  readonly isForced?: boolean;
  /** Whether a store may be made where there is none; yes unless said otherwise. */
  readonly mayCreate?: boolean;
  /** The address that links begin with, where no service runs that knows its own. */
  readonly publicUrl?: () => string;
}

/**
 * Carries out a command on the store: on the database, which any number of processes may use; else
 * through the running service, or on the files themselves when none runs.
 * @param name two words, for example `account create`
 * @param options values of its flags, by their names in snake case
 * @returns what is printed: an object, or a list of objects, all of them flat
 * @throws CommandError, StoreError, ConfigError
 */
export async function executeCommand(
  config: StoreConfig,
  name: string,
  options: unknown,
  {
    isForced = false,
    mayCreate = true,
    publicUrl = () => parsePublicUrl(process.env),
  }: ExecuteOptions = {},
): Promise<unknown> {
  if (!mayCreate) await requireStore(config);
  const context = { log: createLog('warn', process.stderr), publicUrl };
  return throughService(config, isForced, {
    ask: () => sendCommand(config.dataDir, name, options),
    work: (store) => runStoreCommand(store, name, options, context),
  });
}

/**
 * Does something on the store: through the running service where there is one that has the files,
 * else on the store itself.
 * @param ask throws NotRunningError where there is no service, before it has done anything
 */
export async function throughService<T>(
  config: StoreConfig,
  isForced: boolean,
  {
    ask,
    work,
  }: { readonly ask: () => Promise<T>; readonly work: (store: AccountStore) => Promise<T> },
): Promise<T> {
  const until = Date.now() + maxWaitMs;
  for (;;) {
    try {
      if (!config.databaseUrl) return await ask();
    } catch (error) {
      if (!(error instanceof NotRunningError)) throw error;
    }
    const store = await openUnlessLocked(config, until, isForced);
    if (store) return await work(store).finally(() => store.close());
    await sleep(backoffMs);
  }
}

/** @throws CommandError where there is no store, and says where it was looked for */
async function requireStore({ dataDir, databaseUrl }: StoreConfig): Promise<void> {
  if (databaseUrl || (await hasFolder(dataDir))) return;
  throw new CommandError(
    `There is no store in ${resolve(dataDir)}, which is where a command looks without DATA_DIR and ` +
      'DATABASE_URL. Set the one that the service has, or go to the folder in which it is started. ' +
      'With --create a new store is made here.',
  );
}

async function openUnlessLocked(
  config: StoreConfig,
  until: number,
  isForced: boolean,
): Promise<AccountStore | undefined> {
  try {
    return await openAccountStore(config, createLog('silent'), isForced);
  } catch (error) {
    if (error instanceof StoreLockedError && Date.now() < until) return undefined;
    throw error;
  }
}
