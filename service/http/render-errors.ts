import type { Logger } from 'pino';
import type { Problem } from '../../shared/error-bodies.ts';
import { internalServerError, storeUnreachable, type HttpError } from '../errors.ts';
import { StoreError, StoreUnreachableError } from '../storage/interfaces/errors.ts';
import { toHttpError } from './map-errors.ts';
import type { Middleware } from './state.ts';

/** Turns whatever went wrong into a JSON response; an error that nobody expects is a fault of ours. */
export const renderErrors: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    const known = toHttpError(error);
    if (!known) logUnexpected(ctx.state.log, error);
    const { status, headers, body } = known ?? toInternalError(error);
    ctx.state.reason = reasonOf(body);
    ctx.set(headers);
    ctx.status = status;
    ctx.body = body;
  }
};

/** Codes where there are some: sentences may hold what the caller sent. */
function reasonOf({ errors, error, message }: HttpError['body']): string {
  if (Array.isArray(errors)) return (errors as Problem[]).map(({ code }) => code).join(' ');
  return String(error ?? message);
}

/** An outage of the store is no fault of the service: the log calls it by its name, in one line. */
function logUnexpected(log: Logger, error: unknown): void {
  if (error instanceof StoreUnreachableError) log.error({ reason: error.message }, 'store outage');
  else log.error({ err: error }, 'unexpected error');
}

function toInternalError(error: unknown): HttpError {
  if (error instanceof StoreUnreachableError) return storeUnreachable();
  return internalServerError(
    error instanceof StoreError
      ? 'Accounts cannot be read or changed at the moment.'
      : 'The service has a fault; its log says more.',
  );
}
