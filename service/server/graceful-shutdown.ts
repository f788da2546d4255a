import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { PendingTasks } from '../concurrency/pending-tasks.ts';

/**
 * Watches a server's connections; call it before the server listens.
 * @param tasks of the server's requests, which may outlive the connections that they came by
 * @returns what stops the server: it takes no new connections, requests that have begun get their
 * response, a connection is closed as soon as it has no request, and after `graceMs` milliseconds in
 * any case. It resolves when the tasks have ended, too: those of callers who have gone give credits
 * back.
 */
export function gracefulShutdown(
  server: Server,
  tasks?: PendingTasks,
): (graceMs: number) => Promise<void> {
  const requests = new Map<Socket, number>();
  let isShuttingDown = false;

  function count(socket: Socket, change: number): void {
    const before = requests.get(socket);
    if (before === undefined) return;
    requests.set(socket, before + change);
    if (isShuttingDown && before + change === 0) socket.destroySoon();
  }

  server.on('connection', (socket: Socket) => {
    requests.set(socket, 0);
    socket.once('close', () => requests.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });

  return async (graceMs) => {
    isShuttingDown = true;
    const closed = new Promise((resolve) => server.close(resolve));
    // Node.js does not count a connection as idle on which nothing was ever asked.
    for (const socket of requests.keys()) count(socket, 0);
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(timer);
    await tasks?.settled();
  };
}
