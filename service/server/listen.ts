import { once } from 'node:events';
import type { Server } from 'node:http';

/** The service cannot listen where it was told to. The message is for the operator. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** `$` stands for the variable of the port. */
const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process listens there. Stop it, or set $ to a free port.',
  EACCES: 'this user may not. Set $ to one above 1023.',
  EADDRNOTAVAIL: 'this machine has no such address. Set HOST to one that it has.',
  ENOTFOUND: 'there is no such host. Set HOST to an address of this machine.',
};

/**
 * Makes a server listen.
 * @param variable that the port comes from
 * @throws ListenError
 */
export async function listen(
  server: Server,
  port: number,
  host: string,
  variable = 'PORT',
): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    const reason = reasons[code]?.replace('$', variable) ?? `the system answers ${code}.`;
    throw new ListenError(`Cannot listen on ${host} port ${port}: ${reason}`, { cause });
  }
}
