import { connect, type Server, type Socket } from 'node:net';

/**
 * Gives each connection of a listener to an idle server, or else to the next one that becomes idle. For
 * servers that answer one request at a time and then close the connection.
 *
 * @returns a function that adds a server, by its port on 127.0.0.1.
 */
export function balance(listener: Server): (server: number) => void {
  const idle: number[] = [];
  const waiting: ((server: number) => void)[] = [];

  const release = (server: number) => {
    const next = waiting.shift();
    if (next) next(server);
    else idle.push(server);
  };
  listener.on('connection', (client) => {
    client.on('error', () => client.destroy());
    // Browsers open connections ahead, and may never use them.
    client.once('readable', () => {
      const take = (server: number) => {
        forward(client, server, () => {
          release(server);
        });
      };
      // The most recently used one has the warmest caches.
      const server = idle.pop();
      if (server === undefined) waiting.push(take);
      else take(server);
    });
  });
  return release;
}

/** @param onDone - called when the server is idle again. */
function forward(client: Socket, port: number, onDone: () => void): void {
  if (client.destroyed) {
    onDone();
    return;
  }
  const server = connect(port, '127.0.0.1');
  client.pipe(server).pipe(client);
  // A server continues a request even if its client has disconnected.
  client.once('close', () => {
    server.end();
    server.resume();
  });
  server.on('error', () => client.destroy());
  server.once('close', onDone);
}
