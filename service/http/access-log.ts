import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { RequestMetrics } from '../metrics/measure-requests.ts';
import type { Operation } from '../operations/operation.ts';
import { inServerSpan, isTracing, markFailed } from '../metrics/tracing.ts';
import type { Middleware, RequestState } from './state.ts';

/**
 * Runs work that the response doesn't need to wait for, after the response is on its way.
 * @param work must not throw
 */
function afterResponse(work: () => void): void {
  // Koa responds in the same turn of the event loop in which the last middleware ends.
  setImmediate(work);
}

/** Measures each request by operation, not by path: callers can send any path. */
export function measureRequests(
  metrics: RequestMetrics,
  operations: readonly Pick<Operation, 'path'>[],
): Middleware {
  const names = new Map(operations.map(({ path }) => [path, operationName(path)]));
  return async (ctx, next) => {
    const end = metrics.begin();
    await next();
    const { reason }: Partial<RequestState> = ctx.state;
    const operation = names.get(ctx.path) ?? nameOfOther(ctx.path);
    afterResponse(() => end({ operation, status: ctx.status, reason: reason ?? '' }));
  };
}

function nameOfOther(path: string): string {
  return /^\/dashboard(\/|$)/.test(path) ? 'dashboard' : 'other';
}

/** `generate-alt-text` for `/v1/generate-alt-text-api`. */
function operationName(path: string): string {
  return path.replace(/^.*\//, '').replace(/-api$/, '');
}

/** Handles each call of an operation in a span. Other requests aren't traced. */
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
      const { reason, outcome }: Partial<RequestState> = ctx.state;
      span.setAttributes({
        'http.request.method': method,
        'http.route': path,
        'http.response.status_code': ctx.status,
        'altscribe.reason': reason,
        'altscribe.outcome': outcome?.outcome,
      });
      if (ctx.status >= 500) markFailed(span, reason ?? String(ctx.status));
    });
  };
}

const sane = /^[\w.:-]{1,128}$/;

/**
 * Gives every request an id, which is in the response and the logs. A caller's own valid id is
 * used.
 */
export function requestId(log: Logger): Middleware {
  return (ctx, next) => {
    const sent = ctx.get('X-Request-Id');
    ctx.state.requestId = sane.test(sent) ? sent : randomUUID();
    ctx.state.log = log.child({ request_id: ctx.state.requestId });
    ctx.set('X-Request-Id', ctx.state.requestId);
    return next();
  };
}

/**
 * Writes one line per request, with the fields listed in docs/monitoring.md; never a header, query
 * or body. The level is warning if an operator may need to act, and error for our own faults. Probes
 * are logged at debug level.
 */
export const accessLog: Middleware = async (ctx, next) => {
  const start = performance.now();
  await next();
  // A request may end before its user is known.
  const state: Partial<RequestState> = ctx.state;
  const line = {
    method: ctx.method,
    path: withoutToken(ctx.path),
    status: ctx.status,
    ms: Math.round(performance.now() - start),
    client: ctx.ip,
    user: state.user?.user_id,
    key: state.apiKey?.last4,
    reason: state.reason,
    ...state.failure,
    ...state.outcome,
  };
  afterResponse(() => ctx.state.log[levelOf(line)](line, 'request'));
};

/** Load balancers and containers ask for these every few seconds. */
const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

function levelOf({ path, status }: { readonly path: string; readonly status: number }) {
  if (probes.has(path)) return 'debug';
  if (status >= 500) return 'error';
  return status === 401 || status === 429 ? 'warn' : 'info';
}

/** The token of a link is a secret, and the browser sends it in the path. */
function withoutToken(path: string): string {
  if (!path.startsWith('/dashboard/')) return path;
  return path.replace(/^(\/dashboard\/+(?:setup|invitation)\/+).+$/is, '$1…');
}
