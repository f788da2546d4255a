import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import { metrics } from '../http/metrics.ts';
import { listen } from './listen.ts';

export interface MetricsServerOptions {
  readonly host: string;
  readonly metricsPort: number;
  /** Reads all measurements, in the text format of Prometheus. */
  readonly read: () => Promise<string>;
}

/**
 * Serves `/metrics` and nothing else, on a port of its own, until the process ends.
 * @throws ListenError
 */
export async function serveMetrics(
  { host, metricsPort, read }: MetricsServerOptions,
  log: Logger,
): Promise<void> {
  const router = new Router();
  router.get('/metrics', metrics(read));
  const app = new Koa();
  app.on('error', (error: unknown) => log.warn({ err: error }, 'measurements not sent'));
  app.use(router.routes()).use(router.allowedMethods());
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  await listen(server, metricsPort, host, 'METRICS_PORT');
  const { address, port } = server.address() as AddressInfo;
  log.info({ address, port }, 'metrics listening');
}
