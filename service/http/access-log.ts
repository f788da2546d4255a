import { afterResponse } from './after-response.ts';
import type { Middleware, RequestState } from './state.ts';

/**
 * One line a request, with the fields that docs/monitoring.md lists; never a header, a query or a
 * body. What went wrong is a warning where an operator may have to do something, or an error.
 */
export const accessLog: Middleware = async (ctx, next) => {
  const start = performance.now();
  await next();
  // A request may end before anybody is found.
  const state: Partial<RequestState> = ctx.state;
  const line = {
    method: ctx.method,
    path: withoutToken(ctx.path),
    status: ctx.status,
    ms: Math.round(performance.now() - start),
    client: ctx.ip,
    user: state.user?.user_id,
    key: state.key,
    reason: state.reason,
    ...state.failure,
    ...state.outcome,
  };
  afterResponse(() => ctx.state.log[levelOf(line)](line, 'request'));
};

function levelOf({ status }: { status: number }) {
  if (status >= 500) return 'error';
  return status === 401 || status === 429 ? 'warn' : 'info';
}

/** The token of a link lets in whoever has it; the browser sends it in the path. */
function withoutToken(path: string): string {
  if (!path.startsWith('/dashboard/')) return path;
  return path.replace(/^(\/dashboard\/+(?:setup|invitation)\/+).+$/is, '$1…');
}
