import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from './commands/registry.ts';
import { askService, NotRunningError } from './socket/client.ts';
import { openAccountStore } from '../compose.ts';
import type { StoreConfig } from '../config.ts';
import { createLog } from '../server/log.ts';
import type { AccountStore } from '../storage/interfaces/account-store.ts';
import { StoreLockedError } from '../storage/interfaces/errors.ts';

/** Long enough for a service to start or stop, or for another command to end. */
const patienceMs = 15_000;
const pauseMs = 100;

/**
 * Carries out a command: on the database, which any number of processes may use; else through the
 * running service, or on the files themselves when none runs.
 * @throws CommandError, StoreError
 */
export async function executeCommand(
  config: StoreConfig,
  name: string,
  options: unknown,
): Promise<unknown> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      if (!config.databaseUrl) return await askService(config.dataDir, name, options);
    } catch (error) {
      if (!(error instanceof NotRunningError)) throw error;
    }
    const store = await openUnlessLocked(config, until);
    if (store) {
      return await runCommand(store, name, options).finally(() => store.close());
    }
    await sleep(pauseMs);
  }
}

async function openUnlessLocked(
  config: StoreConfig,
  until: number,
): Promise<AccountStore | undefined> {
  try {
    return await openAccountStore(config, createLog('silent'));
  } catch (error) {
    if (error instanceof StoreLockedError && Date.now() < until) return undefined;
    throw error;
  }
}
