import type { RequestMetrics } from '../metrics/measure-requests.ts';
import type { Operation } from '../operations/operation.ts';
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
    const isPage = /^\/dashboard(\/|$)/.test(ctx.path);
    const operation = names.get(ctx.path) ?? (isPage ? 'dashboard' : 'other');
    end({ operation, status: ctx.status, reason: reason ?? '' });
  };
}

/** `generate-alt-text` for `/v1/generate-alt-text-api`. */
function operationName(path: string): string {
  return path.replace(/^.*\//, '').replace(/-api$/, '');
}
