import { Registry } from 'prom-client';
import type { Middleware } from 'koa';

/** `GET /metrics`: all measurements, in the text format of Prometheus. */
export function metrics(read: () => Promise<string>): Middleware {
  return async (ctx) => {
    ctx.type = Registry.PROMETHEUS_CONTENT_TYPE;
    ctx.body = await read();
  };
}
