import { Registry } from 'prom-client';
import { runWithTimeout } from '../concurrency/pending-tasks.ts';
import type { AccountStore } from '../storage/interfaces/storage-backend.ts';
import type { Middleware } from './state.ts';

/** `GET /metrics`: all measurements, in the text format of Prometheus. */
export function metrics(read: () => Promise<string>): Middleware {
  return async (ctx) => {
    ctx.type = Registry.PROMETHEUS_CONTENT_TYPE;
    ctx.body = await read();
  };
}

type PingableStore = Pick<AccountStore, 'ping'>;

/** `GET /healthz`: the process is alive. */
export const healthz: Middleware = (ctx) => {
  ctx.body = { status: 'ok' };
};

/** How long the store may take to respond, in milliseconds: whoever asks does not wait for long. */
const timeoutMs = 2_000;

/** `GET /readyz`: 200 when the service can take calls, 503 when the store is away or the service stops. */
export function readyz(store: PingableStore, isShuttingDown: () => boolean): Middleware {
  return async (ctx) => {
    const reason = isShuttingDown() ? 'The service is stopping.' : await whyNotReachable(store);
    ctx.status = reason ? 503 : 200;
    ctx.body = reason ? { status: 'unavailable', reason } : { status: 'ok' };
  };
}

function whyNotReachable(store: PingableStore): Promise<string | undefined> {
  const ping = () =>
    store.ping().then(
      () => undefined,
      () => 'The store cannot be reached.',
    );
  return runWithTimeout<string | undefined>(ping, {
    ms: timeoutMs,
    onStop: () => 'The store does not answer.',
  });
}
