import type { Operation } from '../operations/operation.ts';
import type { Middleware } from './state.ts';

/** Runs an operation and sends what it returns, as far as its schema knows it. */
export function runOperation(operation: Operation): Middleware {
  return async (ctx) => {
    const hangUp = new AbortController();
    ctx.res.once('close', () => hangUp.abort());
    // The caller may have gone while the body was parsed or the user was looked up.
    if (ctx.res.closed) hangUp.abort();
    const response = await operation.handle(ctx.state.body, {
      user: ctx.state.user,
      requestId: ctx.state.requestId,
      log: ctx.state.log,
      signal: hangUp.signal,
      getHeader: (name) => ctx.req.headersDistinct[name.toLowerCase()]?.join(', '),
      setHeader: (name, value) => ctx.set(name, value),
      note: (outcome) => (ctx.state.outcome = outcome),
    });
    ctx.body = operation.response.parse(response);
  };
}
