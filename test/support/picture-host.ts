import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PictureHost {
  readonly url: string;
  /** Connections so far. */
  connections(): number;
  stop(): void;
}

/** A web server on loopback that answers every request with one picture. */
export async function startPictureHost(picture: Buffer, type: string): Promise<PictureHost> {
  let connections = 0;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': type }).end(picture);
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/picture`,
    connections: () => connections,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
