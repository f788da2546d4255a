import { Registry } from 'prom-client';
import { runWithTimeout } from '../concurrency/pending-tasks.ts';
import { StoreUnreachableError } from '../storage/interfaces/errors.ts';
import type { AccountStore } from '../storage/interfaces/storage-backend.ts';
import type { Middleware } from './state.ts';

/** `GET /metrics`: all metrics, in Prometheus' text format. */
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

/** How long the store may take to respond, in milliseconds: probes don't wait long. */
const timeoutMs = 2_000;

/**
 * `GET /readyz`: 200 if the service can take calls, 503 if the store cannot be reached or written, or the service
 * is stopping.
 */
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
      (error: unknown) =>
        error instanceof StoreUnreachableError
          ? 'The store cannot be reached.'
          : 'The store cannot be written.',
    );
  return runWithTimeout<string | undefined>(ping, {
    ms: timeoutMs,
    onStop: () => 'The store does not answer.',
  });
}
