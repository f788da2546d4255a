import type { Problem } from '../../shared/error-bodies.ts';
import { internalServerError, storeUnreachable, type HttpError } from '../errors.ts';
import { StoreError, StoreUnreachableError } from '../storage/interfaces/errors.ts';
import { toHttpError } from './map-errors.ts';
import type { Context, Middleware } from './state.ts';

/** What proxies call a request whose caller has gone, in their logs; nobody gets it. */
const callerGone = 499;

/** Turns whatever went wrong into a JSON response; an error that nobody expects is a fault of ours. */
export const renderErrors: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    const { reason, status, headers, body } = toHttpError(error) ?? toInternalError(ctx, error);
    // What fails because nobody waits for it is no fault of the service.
    const isGone = ctx.res.closed;
    ctx.state.reason = isGone ? 'caller_gone' : reason;
    ctx.state.failure = describeFailure(body);
    ctx.set(headers);
    ctx.status = isGone ? callerGone : status;
    ctx.body = body;
  }
};

/** Codes of problems where there are several, never their sentences: they may hold what the caller sent. */
function describeFailure({ errors, error }: HttpError['body']) {
  const problems = Array.isArray(errors) ? (errors as Problem[]).map(({ code }) => code) : [];
  return {
    ...(problems.length > 1 && { problems }),
    ...(typeof error === 'string' && { detail: error }),
  };
}

function toInternalError(ctx: Context, error: unknown): HttpError {
  // The log tells of an outage once, and not with each call.
  if (error instanceof StoreUnreachableError) return storeUnreachable();
  ctx.state.log.error({ err: error }, 'unexpected error');
  return error instanceof StoreError
    ? internalServerError('Accounts cannot be read or changed at the moment.', 'store_failed')
    : internalServerError('The service has a fault; its log says more.');
}
