import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Problem } from '../../shared/error-bodies.ts';

const problems: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The headers are too large. Send at most 16 kB of them.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time. Send it at once.',
};

/** How long a connection stays after its last response, to be read, in milliseconds. */
const lingerMs = 1_000;

/** Responds to what is no proper HTTP request, which never gets as far as the pipeline. */
export function respondToClientErrors(server: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    const response = responses.get(socket);
    // What is written now would become part of a response whose headers went out.
    const isResponding = response?.headersSent && !response.writableFinished;
    if (!socket.writable || isResponding || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const message = problems[error.code ?? ''] ?? 'This is not an HTTP request.';
    const problem: Problem = { path: '', code: 'request_malformed', message };
    const body = JSON.stringify({ message, errors: [problem] });
    // Whoever sends slowly would keep the connection, and what it holds, for as long as it likes.
    setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.end(
      [
        'HTTP/1.1 400 Bad Request',
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${randomUUID()}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  });
}
