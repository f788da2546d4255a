import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from '../administration/registry.ts';
import { askService, NotRunningError } from '../administration/socket-client.ts';
import { openLowdbStore } from '../storage/lowdb/lowdb-store.ts';
import { StoreLockedError, type Store } from '../storage/store.ts';

/** Long enough for a service to start or stop, or for another command to end. */
const patienceMs = 15_000;
const pauseMs = 100;

/**
 * Carries out a command through the running service, or on the store itself when none runs.
 * @throws CommandError, StoreError
 */
export async function runAnywhere(
  dataDir: string,
  name: string,
  options: unknown,
): Promise<unknown> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await askService(dataDir, name, options);
    } catch (error) {
      if (!(error instanceof NotRunningError)) throw error;
    }
    const store = await openUnlessLocked(dataDir, until);
    if (store) {
      return await runCommand(store, name, options).finally(() => store.close());
    }
    await sleep(pauseMs);
  }
}

async function openUnlessLocked(dataDir: string, until: number): Promise<Store | undefined> {
  try {
    return await openLowdbStore(dataDir);
  } catch (error) {
    if (error instanceof StoreLockedError && Date.now() < until) return undefined;
    throw error;
  }
}
