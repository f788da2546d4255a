import type { Registry } from 'prom-client';
import type { Middleware } from './state.ts';

/** `GET /metrics`: all measurements, in the text format of Prometheus. */
export function metrics(registry: Registry): Middleware {
  return async (ctx) => {
    ctx.type = registry.contentType;
    ctx.body = await registry.metrics();
  };
}
