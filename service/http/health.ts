import type { Store } from '../storage/store.ts';
import type { Middleware } from './state.ts';

/** `GET /healthz`: the process is alive. */
export const healthz: Middleware = (ctx) => {
  ctx.body = { status: 'ok' };
};

/** `GET /readyz`: 200 when calls can be answered, 503 when the store is away or the service stops. */
export function readyz(store: Store, isDraining: () => boolean): Middleware {
  return async (ctx) => {
    const reason = isDraining()
      ? 'The service is stopping.'
      : await store.ping().then(
          () => undefined,
          () => 'The store cannot be reached.',
        );
    ctx.status = reason ? 503 : 200;
    ctx.body = reason ? { status: 'unavailable', reason } : { status: 'ok' };
  };
}
