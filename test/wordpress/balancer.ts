import { connect, type Server, type Socket } from 'node:net';

/**
 * Gives each connection of a listener to a server that has none; while there is none such, to the next one.
 * For servers that answer one request at a time, and close the connection then.
 *
 * @returns adds a server, by its port of 127.0.0.1.
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
      // The last one that was used has the most in its caches.
      const server = idle.pop();
      if (server === undefined) waiting.push(take);
      else take(server);
    });
  });
  return release;
}

/** @param onDone - called once the server is free again. */
function forward(client: Socket, port: number, onDone: () => void): void {
  if (client.destroyed) {
    onDone();
    return;
  }
  const server = connect(port, '127.0.0.1');
  client.pipe(server).pipe(client);
  // A server goes on with a request whose client has gone.
  client.once('close', () => {
    server.end();
    server.resume();
  });
  server.on('error', () => client.destroy());
  server.once('close', onDone);
}
