import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Watches a server's connections from its start on, so that it can be stopped well.
 * @returns what stops it: no new connections, requests under way are answered, every connection is
 * closed as soon as it has none, and after `graceMs` milliseconds whatever it still has
 */
export function drainable(server: Server): (graceMs: number) => Promise<void> {
  const requestsUnderWay = new Map<Socket, number>();
  let isDraining = false;

  function count(socket: Socket, change: number): void {
    const before = requestsUnderWay.get(socket);
    if (before === undefined) return;
    requestsUnderWay.set(socket, before + change);
    if (isDraining && before + change === 0) socket.destroySoon();
  }

  server.on('connection', (socket: Socket) => {
    requestsUnderWay.set(socket, 0);
    socket.once('close', () => requestsUnderWay.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });

  return async (graceMs) => {
    isDraining = true;
    const closed = new Promise((resolve) => server.close(resolve));
    // Connections on which nothing was ever asked are not idle in the eyes of Node.js.
    for (const socket of requestsUnderWay.keys()) count(socket, 0);
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(timer);
  };
}
