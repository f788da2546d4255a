import { HttpError, internalServerError } from '../errors.ts';
import { StoreError } from '../storage/interfaces/errors.ts';
import type { Middleware } from './state.ts';

/** Turns whatever went wrong into a JSON answer; what is not an HttpError is a fault of ours. */
export const renderErrors: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    const known = error instanceof HttpError ? error : undefined;
    if (!known) ctx.state.log.error({ err: error }, 'unexpected error');
    const answer = known ?? internalServerError(publicReason(error));
    ctx.set(answer.headers);
    ctx.status = answer.status;
    ctx.body = answer.body;
  }
};

function publicReason(error: unknown): string {
  return error instanceof StoreError
    ? 'Accounts cannot be read or changed at the moment.'
    : 'The service has a fault; its log says more.';
}
