import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ImageHost {
  readonly url: string;
  /** Connections so far. */
  connections(): number;
  stop(): void;
}

/** A web server on loopback that answers every request with one image. */
export async function startImageHost(image: Buffer, type: string): Promise<ImageHost> {
  let connections = 0;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': type }).end(image);
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/image`,
    connections: () => connections,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
