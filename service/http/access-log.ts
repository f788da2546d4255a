import type { Middleware } from './state.ts';

/** One line a request: method, path, status and time; never a header, a query or a body. */
export const accessLog: Middleware = async (ctx, next) => {
  const start = performance.now();
  await next();
  ctx.state.log.info(
    {
      method: ctx.method,
      path: ctx.path,
      status: ctx.status,
      ms: Math.round(performance.now() - start),
    },
    'request',
  );
};
