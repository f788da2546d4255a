import { Client } from 'undici';
import { CommandError } from '../commands/command.ts';
import { socketPath } from './path.ts';

/** No service listens on the socket. */
export class NotRunningError extends Error {
  override readonly name = 'NotRunningError';
}

const notListening: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ECONNREFUSED']);

/**
 * Has the running service carry out a command.
 * @throws NotRunningError; CommandError whose message is for the operator
 */
export async function askService(
  dataDir: string,
  name: string,
  options: unknown,
): Promise<unknown> {
  const client = new Client('http://service', { connect: { socketPath: socketPath(dataDir) } });
  try {
    const { statusCode, body } = await client.request({
      method: 'POST',
      path: `/${name.replace(' ', '/')}`,
      body: JSON.stringify(options),
    });
    const answer = (await body.json()) as { result?: unknown; message?: string };
    if (statusCode !== 200) throw new CommandError(answer.message ?? 'The service has a fault.');
    return answer.result;
  } catch (error) {
    if (error instanceof Error && 'code' in error && notListening.has(error.code)) {
      throw new NotRunningError();
    }
    throw error;
  } finally {
    await client.close();
  }
}
