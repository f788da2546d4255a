import { json } from 'node:stream/consumers';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../commands/store-command.ts';
import { askService } from './request.ts';

export { NotRunningError } from './request.ts';

/** Longer than any command takes, in milliseconds. */
const timeoutMs = 300_000;

const maybeChanged =
  'The connection to the service broke. What was to be changed may have been changed: look at ' +
  '"altscribe account history" before you try again.';

const noBackup =
  'The connection to the service broke while the backup was made. There is none; try again. The ' +
  'log of the service says more. One that is older than this command has to be restarted first.';

/**
 * Sends a command to the running service, which carries it out on its store.
 * @param name two words, for example `account create`
 * @param options values of its flags, by their names in snake case
 * @returns what is printed: an object, or a list of objects, all of them flat
 * @throws NotRunningError; CommandError whose message is for the operator
 */
export async function sendCommand(
  dataDir: string,
  name: string,
  options: unknown,
): Promise<unknown> {
  const asked = {
    method: 'POST',
    path: `/${name.replace(' ', '/')}`,
    body: JSON.stringify(options),
    signal: AbortSignal.timeout(timeoutMs),
  } as const;
  return askService(dataDir, asked, maybeChanged, async (response) => {
    const body = (await json(response)) as { result?: unknown; message?: string };
    if (response.statusCode !== 200) {
      throw new CommandError(body.message ?? 'The service has a fault.');
    }
    return body.result;
  });
}

/**
 * Has the running service write a backup of its store. However long that takes.
 * @throws NotRunningError; CommandError whose message is for the operator, or that `target` ends with
 */
export async function receiveBackup(dataDir: string, target: Writable): Promise<void> {
  const asked = { method: 'GET', path: '/backup' } as const;
  await askService(dataDir, asked, noBackup, async (response) => {
    if (response.statusCode !== 200) throw new CommandError(noBackup);
    await pipeline(response, target);
  });
}
