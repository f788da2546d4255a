import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { join, relative, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { StoreError } from '../../storage/interfaces/errors.ts';
import { CommandError } from '../commands/store-command.ts';

/** Longest socket path that every system accepts, in bytes. */
const maxLength = 103;

const fileName = 'altscribe.sock';

/**
 * The socket of the running service: in DATA_DIR, which only its owner can enter.
 * @throws StoreError if the path is too long for a socket
 */
export function socketPath(dataDir: string): string {
  const path = join(resolve(dataDir), fileName);
  const paths = [path, relative(process.cwd(), path)];
  const short = paths.find((candidate) => Buffer.byteLength(candidate) <= maxLength);
  if (short) return short;
  throw new StoreError(
    `The path of DATA_DIR is too long. It must be at most ${maxLength - `/${fileName}`.length} bytes.`,
  );
}

/** No service is listening on the socket. */
export class NotRunningError extends Error {
  override readonly name = 'NotRunningError';
}

const notListening: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ECONNREFUSED']);

/** A request to the running service. */
interface SocketRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** Ends the request if it takes too long. */
  readonly signal?: AbortSignal;
}

/**
 * Sends a request to the running service and handles its response.
 * @param ifBroken the message if the connection breaks
 * @throws NotRunningError; CommandError whose message is for the operator; whatever `use` throws
 */
async function askService<T>(
  dataDir: string,
  { method, path, body, signal }: SocketRequest,
  ifBroken: string,
  use: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
  try {
    const options = { socketPath: socketPath(dataDir), method, path, agent: false } as const;
    const sent = request(signal ? { ...options, signal } : options);
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return await use(response);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (notListening.has(code)) throw new NotRunningError();
    if (code === 'EACCES') {
      throw new CommandError(
        'The service runs as another user, and only that user may send it commands. Run this as the ' +
          'owner of DATA_DIR: sudo --user=… altscribe …',
      );
    }
    throw new CommandError(ifBroken);
  }
}

/** Longer than any command takes, in milliseconds. */
const timeoutMs = 300_000;

const maybeChanged =
  'The connection to the service broke. The change may have been made: check ' +
  '"altscribe account history" before you try again.';

const noBackup =
  'The connection to the service broke during the backup, and no backup was made. Try again. The ' +
  'log of the service says more. A service older than this command must be restarted first.';

/**
 * Sends a command to the running service, which runs it on its store.
 * @param name two words, for example `account create`
 * @param options values of its flags, by their names in snake case
 * @returns the output: an object or a list of objects, all of them flat
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
      throw new CommandError(body.message ?? 'Something went wrong in the service.');
    }
    return body.result;
  });
}

/** Longer than the service takes to report where it listens, in milliseconds. */
const addressTimeoutMs = 2_000;

/**
 * Asks the running service where it listens.
 * @returns nothing if it is older than this command
 * @throws NotRunningError; CommandError whose message is for the operator
 */
export async function askAddress(dataDir: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(addressTimeoutMs);
  const asked = { method: 'GET', path: '/address', signal } as const;
  return askService(
    dataDir,
    asked,
    'The service is not healthy: no response.',
    async (response) => {
      const body = (await json(response)) as { result?: string };
      return response.statusCode === 200 ? body.result : undefined;
    },
  );
}

/**
 * Asks the running service to write a backup of its store, without a time limit.
 * @throws NotRunningError; CommandError whose message is for the operator; the errors of `target`
 */
export async function receiveBackup(dataDir: string, target: Writable): Promise<void> {
  const asked = { method: 'GET', path: '/backup' } as const;
  await askService(dataDir, asked, noBackup, async (response) => {
    if (response.statusCode !== 200) throw new CommandError(noBackup);
    await pipeline(response, target);
  });
}
