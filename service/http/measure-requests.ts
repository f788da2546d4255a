import type { RequestMetrics } from '../metrics/measure-requests.ts';
import type { Operation } from '../operations/operation.ts';
import { afterResponse } from './after-response.ts';
import type { Middleware, RequestState } from './state.ts';

/** Measures each request under the operation that it is for: paths are the caller's words. */
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
