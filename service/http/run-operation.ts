import type { ServerResponse } from 'node:http';
import type { Operation } from '../operations/operation.ts';
import type { Middleware } from './state.ts';

/** Runs an operation and sends what it returns, as far as its schema knows it. */
export function runOperation(operation: Operation): Middleware {
  return async (ctx) => {
    let signal: AbortSignal | undefined;
    const response = await operation.handle(ctx.state.body, {
      user: ctx.state.user,
      requestId: ctx.state.requestId,
      log: ctx.state.log,
      get signal() {
        return (signal ??= hangUpOf(ctx.res));
      },
      getHeader: (name) => ctx.req.headersDistinct[name.toLowerCase()]?.join(', '),
      setHeader: (name, value) => ctx.set(name, value),
      note: (outcome) => (ctx.state.outcome = outcome),
    });
    ctx.body = operation.response.parse(response);
  };
}

/** Aborted when the caller hangs up before the response. */
function hangUpOf(response: ServerResponse): AbortSignal {
  const hangUp = new AbortController();
  function onClose(): void {
    // To abort after every response would cost as much as to look up its user.
    if (!response.writableEnded) hangUp.abort();
  }
  // The caller may have gone while the body was parsed or the user was looked up.
  if (response.closed) onClose();
  else response.once('close', onClose);
  return hangUp.signal;
}
