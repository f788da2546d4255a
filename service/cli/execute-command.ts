import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasFolder, openAccountStore } from '../compose-store.ts';
import { CommandError } from './commands/store-command.ts';
import { parseAlertConfig } from '../config/alert-config.ts';
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
  /** Whether to use files whose accounts were moved into a database. */
  readonly isForced?: boolean;
  /** Whether a missing store may be made; yes by default. */
  readonly mayCreate?: boolean;
  /** The base URL for links, if no running service knows its own. */
  readonly publicUrl?: () => string;
}

/**
 * Runs a command on the store: directly on a database, which any number of processes may use;
 * otherwise through the running service, or on the files themselves if none is running.
 * @param name two words, for example `account create`
 * @param options values of its flags, by their names in snake case
 * @returns the output: an object or a list of objects, all of them flat
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
  const log = createLog('warn', process.stderr);
  const { mail } = parseAlertConfig(process.env);
  const mailer = mail && (await import('../mail/mailer.ts')).createMailer(mail, log);
  const context = { log, publicUrl, mailer };
  return throughService(config, isForced, {
    ask: () => sendCommand(config.dataDir, name, options),
    work: (store) => runStoreCommand(store, name, options, context),
  });
}

/**
 * Uses the store: through the running service if one has the files open, otherwise directly.
 * @param ask throws NotRunningError if no service is running, before it has done anything
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
    try {
      if (store) return await work(store);
    } finally {
      await store?.close();
    }
    await sleep(backoffMs);
  }
}

/** @throws CommandError if there is no store; its message says where one was expected */
async function requireStore({ dataDir, databaseUrl }: StoreConfig): Promise<void> {
  if (databaseUrl || (await hasFolder(dataDir))) return;
  throw new CommandError(
    `There is no store in ${resolve(dataDir)}, the default without DATA_DIR and ` +
      'DATABASE_URL. Set the one that the service uses, or run the command in the folder of the service. ' +
      'Use --create to create a new store here.',
  );
}

/** @throws CommandError if DATA_DIR has no store */
export async function requireFolder({ dataDir }: StoreConfig): Promise<void> {
  if (await hasFolder(dataDir)) return;
  throw new CommandError(
    `There is no store in ${resolve(dataDir)}: set DATA_DIR to the folder of the service.`,
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
