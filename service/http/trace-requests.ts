import type { Operation } from '../operations/operation.ts';
import { inServerSpan, isTracing, markFailed } from '../tracing/spans.ts';
import type { Middleware, RequestState } from './state.ts';

/** Handles each call of an operation in a span; nothing else is traced. */
export function traceRequests(operations: readonly Pick<Operation, 'path'>[]): Middleware {
  const routes = new Set(operations.map(({ path }) => path));
  return (ctx, next) => {
    const { path, method } = ctx;
    if (!isTracing() || !routes.has(path)) return next();
    return inServerSpan(`${method} ${path}`, ctx.headers, async (span) => {
      if (span.isRecording()) {
        ctx.state.log = ctx.state.log.child({ trace_id: span.spanContext().traceId });
      }
      await next();
      const { requestId, reason, outcome }: Partial<RequestState> = ctx.state;
      span.setAttributes({
        'http.request.method': method,
        'http.route': path,
        'http.response.status_code': ctx.status,
        'altscribe.request_id': requestId,
        'altscribe.reason': reason,
        'altscribe.outcome': outcome?.outcome,
      });
      if (ctx.status >= 500) markFailed(span, reason ?? String(ctx.status));
    });
  };
}
