import { internalServerError } from '../errors.ts';
import { StoreError } from '../storage/interfaces/errors.ts';
import { toHttpError } from './map-errors.ts';
import type { Middleware } from './state.ts';

/** Turns whatever went wrong into a JSON response; an error that nobody expects is a fault of ours. */
export const renderErrors: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    const known = toHttpError(error);
    if (!known) ctx.state.log.error({ err: error }, 'unexpected error');
    const { status, headers, body } = known ?? internalServerError(publicReason(error));
    ctx.set(headers);
    ctx.status = status;
    ctx.body = body;
  }
};

function publicReason(error: unknown): string {
  return error instanceof StoreError
    ? 'Accounts cannot be read or changed at the moment.'
    : 'The service has a fault; its log says more.';
}
