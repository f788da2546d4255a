import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { CommandError } from '../commands/store-command.ts';
import { socketPath } from './path.ts';

/** No service listens on the socket. */
export class NotRunningError extends Error {
  override readonly name = 'NotRunningError';
}

/** Longer than any command takes, in milliseconds. */
const timeoutMs = 300_000;

const notListening: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ECONNREFUSED']);

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
  try {
    const sent = request({
      socketPath: socketPath(dataDir),
      method: 'POST',
      path: `/${name.replace(' ', '/')}`,
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
    });
    sent.end(JSON.stringify(options));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const body = (await json(response)) as { result?: unknown; message?: string };
    if (response.statusCode !== 200) {
      throw new CommandError(body.message ?? 'The service has a fault.');
    }
    return body.result;
  } catch (error) {
    if (error instanceof Error && 'code' in error && notListening.has(error.code)) {
      throw new NotRunningError();
    }
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') {
      throw new CommandError(
        'The service runs as another user, and only that one may give it commands. Run this as the ' +
          'owner of DATA_DIR: sudo --user=… altscribe …',
      );
    }
    if (error instanceof CommandError) throw error;
    throw new CommandError(
      'The connection to the service broke. What was to be changed may have been changed: look at ' +
        '"altscribe account history" before you try again.',
    );
  }
}
