import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The network between a server and the clients that connect to it through this port. */
export interface Network {
  readonly port: number;
  /** From now on, nothing from the server arrives, and connections are refused. */
  hold(): void;
  stop(): void;
}

/** @param target the port of the server, on loopback */
export async function startNetwork(target: number): Promise<Network> {
  const sockets = new Set<Socket>();
  const servers = new Set<Socket>();
  let isHeld = false;
  const listener = createServer((client) => {
    if (isHeld) {
      client.destroy();
      return;
    }
    const server = connect(target, '127.0.0.1');
    servers.add(server);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        servers.delete(socket);
        other.destroy();
      });
      socket.on('data', (bytes) => other.write(bytes));
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    hold() {
      isHeld = true;
      for (const server of servers) server.pause();
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      listener.close();
    },
  };
}
