import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between a service and its database that can cut the connection during a statement. */
export interface DatabaseProxy {
  /** URL of a database through the proxy. */
  through(url: string): string;
  /**
   * Executes the next statement that contains this text, but drops its reply and refuses all connections from
   * then on. Resolves when that has happened.
   */
  loseReplyTo(text: string): Promise<void>;
  /** How many connections were refused. */
  refused(): number;
  /** Accepts connections again. */
  restore(): void;
  stop(): void;
}

/** @param url URL of a database behind the proxy. */
export async function startProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let lost: { text: string; resolve: () => void } | undefined;
  let isAway = false;
  let refused = 0;

  function hangUp(): void {
    for (const socket of sockets) socket.destroy();
  }

  const server = createServer((client) => {
    if (isAway) {
      refused += 1;
      client.destroy();
      return;
    }
    const database = connect(Number(target.port), target.hostname);
    let isLosing = false;
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (bytes) => {
      isLosing ||= lost !== undefined && bytes.includes(lost.text);
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      if (!isLosing) {
        client.write(bytes);
        return;
      }
      isAway = true;
      hangUp();
      lost?.resolve();
      lost = undefined;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    through(address) {
      const proxied = new URL(address);
      proxied.port = String(port);
      return proxied.href;
    },
    loseReplyTo: (text) => new Promise((resolve) => (lost = { text, resolve })),
    refused: () => refused,
    restore: () => void (isAway = false),
    stop() {
      hangUp();
      server.close();
    },
  };
}
