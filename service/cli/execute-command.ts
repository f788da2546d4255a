import { setTimeout as sleep } from 'node:timers/promises';
import { openAccountStore } from '../compose-store.ts';
import { createLog } from '../server/log.ts';
import { parsePublicUrl, type StoreConfig } from '../store-config.ts';
import type { AccountStore } from '../storage/interfaces/account-store.ts';
import { StoreLockedError } from '../storage/interfaces/errors.ts';
import { runStoreCommand } from './commands/store-commands.ts';
import { NotRunningError, sendCommand } from './socket/client.ts';

/** Long enough for a service to start or stop, or for another command to end. */
const maxWaitMs = 15_000;
const backoffMs = 100;

interface ExecuteOptions {
  /** Whether to work on files whose accounts were moved into a database. */
  readonly isForced?: boolean;
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
  { isForced = false, publicUrl = () => parsePublicUrl(process.env) }: ExecuteOptions = {},
): Promise<unknown> {
  const until = Date.now() + maxWaitMs;
  for (;;) {
    try {
      if (!config.databaseUrl) return await sendCommand(config.dataDir, name, options);
    } catch (error) {
      if (!(error instanceof NotRunningError)) throw error;
    }
    const store = await openUnlessLocked(config, until, isForced);
    if (store) {
      const context = { log: createLog('warn', process.stderr), publicUrl };
      return await runStoreCommand(store, name, options, context).finally(() => store.close());
    }
    await sleep(backoffMs);
  }
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
