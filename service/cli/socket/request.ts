import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { CommandError } from '../commands/store-command.ts';
import { socketPath } from './path.ts';

/** No service listens on the socket. */
export class NotRunningError extends Error {
  override readonly name = 'NotRunningError';
}

const notListening: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ECONNREFUSED']);

/** What is asked of the running service. */
export interface SocketRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** What ends it, if it takes too long. */
  readonly signal?: AbortSignal;
}

/**
 * Asks the running service, and does something with its response.
 * @param ifBroken what to say where the connection breaks
 * @throws NotRunningError; CommandError whose message is for the operator; what `use` throws
 */
export async function askService<T>(
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
        'The service runs as another user, and only that one may give it commands. Run this as the ' +
          'owner of DATA_DIR: sudo --user=… altscribe …',
      );
    }
    throw new CommandError(ifBroken);
  }
}
