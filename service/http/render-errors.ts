import { HttpError, internalServerError, methodNotAllowed, pathNotFound } from '../errors.ts';
import type { Context, Middleware } from './state.ts';

/** Turns whatever went wrong into a JSON answer; what is not an HttpError is a fault of ours. */
export const renderErrors: Middleware = async (ctx, next) => {
  try {
    await next();
    if (ctx.status === 404 && ctx.body == null) throw pathNotFound();
    if (ctx.status === 405 || ctx.status === 501) throw methodNotAllowed(allowed(ctx));
  } catch (error) {
    const known = error instanceof HttpError ? error : undefined;
    if (!known) ctx.state.log.error({ err: error }, 'unexpected error');
    const answer = known ?? internalServerError('The service has a fault; its log says more.');
    ctx.set(answer.headers);
    ctx.status = answer.status;
    ctx.body = answer.body;
  }
};

/** The router has set `Allow` for a method that it knows but the path does not take. */
function allowed(ctx: Context): string {
  return ctx.response.get('Allow') || 'POST';
}
