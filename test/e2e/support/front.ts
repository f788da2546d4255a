import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Handles a request before it reaches the service; false lets it through. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A proxy like those of hosts in front of a service. */
export interface Front {
  readonly url: string;
  /** From now on. */
  intercept(intercept: Intercept): void;
  stop(): void;
}

export async function startFront(serviceUrl: string): Promise<Front> {
  let current: Intercept = () => false;
  const server = createServer((request, response) => {
    if (!current(request, response)) void pass(request, response, serviceUrl);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    intercept: (intercept) => void (current = intercept),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function pass(request: IncomingMessage, response: ServerResponse, serviceUrl: string) {
  const answer = await fetch(serviceUrl + (request.url ?? ''), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': String(request.headers['x-api-key']),
    },
    body: new Uint8Array(await buffer(request)),
  });
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(await answer.text());
}
