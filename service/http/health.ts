import type { AccountStore } from '../storage/interfaces/account-store.ts';
import { inTime } from '../concurrency/time-out.ts';
import type { Middleware } from './state.ts';

/** `GET /healthz`: the process is alive. */
export const healthz: Middleware = (ctx) => {
  ctx.body = { status: 'ok' };
};

/** How long the store may take to answer, in milliseconds: whoever asks does not wait for long. */
const patienceMs = 2_000;

/** `GET /readyz`: 200 when calls can be answered, 503 when the store is away or the service stops. */
export function readyz(store: AccountStore, isDraining: () => boolean): Middleware {
  return async (ctx) => {
    const reason = isDraining() ? 'The service is stopping.' : await whyNotReachable(store);
    ctx.status = reason ? 503 : 200;
    ctx.body = reason ? { status: 'unavailable', reason } : { status: 'ok' };
  };
}

function whyNotReachable(store: AccountStore): Promise<string | undefined> {
  const answer = store.ping().then(
    () => undefined,
    () => 'The store cannot be reached.',
  );
  return inTime(patienceMs, answer, 'The store does not answer.');
}
