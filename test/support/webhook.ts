import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A message that the webhook has received. */
export interface ReceivedMessage {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** A server on loopback that receives alerts. Its address has a secret in its path. */
export interface Webhook {
  readonly url: string;
  readonly messages: readonly ReceivedMessage[];
  /** The texts of the messages. */
  texts(): string[];
  /** The statuses of its next answers; the last one stays. */
  answer(...statuses: number[]): void;
  stop(): void;
}

export const webhookSecret = 'T00000000/B00000000/secret-of-the-webhook';

export async function startWebhook(): Promise<Webhook> {
  const messages: ReceivedMessage[] = [];
  let statuses = [200];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      messages.push({ url: request.url, headers: request.headers, body });
      const [status = 200, ...rest] = statuses;
      if (rest.length > 0) statuses = rest;
      response.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/${webhookSecret}`,
    messages,
    texts: () => messages.map(({ body }) => (body as { text: string }).text),
    answer: (...wanted) => void (statuses = wanted),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
