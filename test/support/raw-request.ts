import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { expectDescribed } from './expect-described.ts';

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Sends a request exactly as given: any method, path and headers, repeated headers, chunks. Its response must
 * match `/openapi.json`.
 */
export function rawRequest(
  url: string,
  options: {
    method?: string;
    path: string;
    headers?: OutgoingHttpHeaders;
    body?: string | Iterable<string>;
  },
): Promise<RawAnswer> {
  const { method = 'POST', path, headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, path, headers, agent: false }, (incoming) => {
      const { statusCode: status = 0, headers } = incoming;
      text(incoming)
        .then((text) => {
          const sent = Object.entries(headers).map(
            ([name, value]) => [name, String(value)] as const,
          );
          expectDescribed({ method, path, status, headers: Object.fromEntries(sent), text });
          resolve({ status, headers, text });
        })
        .catch(reject);
    });
    outgoing.on('error', reject);
    if (body === undefined || typeof body === 'string') return void outgoing.end(body);
    for (const chunk of body) outgoing.write(chunk);
    outgoing.end();
  });
}
