import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Problem } from '../../shared/error-bodies.ts';
import { StoreError, StoreUnreachableError } from '../storage/interfaces/errors.ts';
import { HttpError, internalServerError, storeUnreachable } from '../operations/errors.ts';
import { findKnownError } from '../operations/known-errors.ts';
import type { Context, Middleware } from './state.ts';

const problems: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The headers are too large. Send at most 16 kB of them.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive. Send it without pauses.',
};

/** How long a connection stays open for the caller to read the last response, in milliseconds. */
const lingerMs = 1_000;

/** Responds to malformed HTTP requests, which never get to the pipeline. */
export function respondToClientErrors(server: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    const response = responses.get(socket);
    // Writing now would add to a response whose headers were already sent.
    const isResponding = response?.headersSent && !response.writableFinished;
    if (!socket.writable || isResponding || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const message = problems[error.code ?? ''] ?? 'This is not an HTTP request.';
    const problem: Problem = { path: '', code: 'request_malformed', message };
    const body = JSON.stringify({ message, errors: [problem] });
    // A slow sender would otherwise keep the connection and its memory for as long as it likes.
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

/** The status that proxies log if the caller has gone. It is never sent. */
const callerGone = 499;

/** Turns any error into a JSON response. An unexpected error is a fault of the service. */
export const renderErrors: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    const { reason, status, headers, body } = toHttpError(ctx, error);
    // An error that follows from the caller hanging up is no fault of the service.
    const isGone = ctx.res.closed;
    ctx.state.reason = isGone ? 'caller_gone' : reason;
    ctx.state.failure = describeFailure(body);
    ctx.set(headers);
    ctx.status = isGone ? callerGone : status;
    ctx.body = body;
  }
};

/** The codes of the problems, but never their sentences, which may quote the request. */
function describeFailure({ errors, error }: HttpError['body']) {
  const problems = Array.isArray(errors) ? (errors as Problem[]).map(({ code }) => code) : [];
  return {
    ...(problems.length > 1 && { problems }),
    ...(typeof error === 'string' && { detail: error }),
  };
}

function toHttpError(ctx: Context, error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const known = findKnownError(error);
  if (known) return known.toHttpError();
  // An outage is logged once, not on each call.
  if (error instanceof StoreUnreachableError) return storeUnreachable();
  ctx.state.log.error({ err: error }, 'unexpected error');
  return error instanceof StoreError
    ? internalServerError('Accounts cannot be read or changed at the moment.', 'store_failed')
    : internalServerError('The service has an internal error. See its log for details.');
}
