import type { Middleware } from './state.ts';

/** One line a request: method, path, status and time; never a header, a query or a body. */
export const accessLog: Middleware = async (ctx, next) => {
  const start = performance.now();
  await next();
  ctx.state.log.info(
    {
      method: ctx.method,
      path: withoutToken(ctx.path),
      status: ctx.status,
      ms: Math.round(performance.now() - start),
    },
    'request',
  );
};

/** The token of a link lets in whoever has it; the browser sends it in the path. */
function withoutToken(path: string): string {
  return path.replace(/^(\/dashboard\/+(?:setup|invitation)\/+).+$/is, '$1…');
}
