import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';

const problems: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The headers are too large. Send at most 16 kB of them.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time. Send it at once.',
};

/** Responds to what is no proper HTTP request, which never gets as far as the pipeline. */
export function respondToClientErrors(server: Server): void {
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const message = problems[error.code ?? ''] ?? 'This is not an HTTP request.';
    const body = JSON.stringify({ message, errors: [{ path: '', message }] });
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
