import Router from '@koa/router';
import type Koa from 'koa';
import type { Logger } from 'pino';
import type { Operation } from '../operations/operation.ts';
import type { StorageBackend } from '../storage/interfaces/storage-backend.ts';
import { accessLog } from './access-log.ts';
import { authenticate } from './authenticate.ts';
import { healthz, readyz } from './health.ts';
import { jsonBody } from './json-body.ts';
import { runOperation } from './run-operation.ts';
import { metrics } from './metrics.ts';
import { rateLimit } from './rate-limit.ts';
import { renderErrors } from './render-errors.ts';
import { requestId } from './request-id.ts';
import { maxBodyBytes, requestSize } from './request-size.ts';
import type { RequestState } from './state.ts';
import { notFound } from './not-found.ts';

export interface PipelineDeps extends StorageBackend {
  readonly operations: readonly Operation[];
  readonly log: Logger;
  readonly rateLimitPerMinute: number;
  readonly imageMaxBytes: number;
  isDraining(): boolean;
  /** All measurements, in the text format of Prometheus. */
  readMetrics(): Promise<string>;
}

/** Failed authentications a minute that one client address may make. */
const failedAuthenticationsPerMinute = 60;

/** The way of a request, in order. */
export function mountPipeline(app: Koa<RequestState>, deps: PipelineDeps): void {
  const limit = maxBodyBytes(deps.imageMaxBytes);
  const failures = rateLimit(deps, 'failed-authentication', failedAuthenticationsPerMinute);
  const userLimit = rateLimit(deps, 'user', deps.rateLimitPerMinute);

  const router = new Router<RequestState>({ strict: true });
  router.get('/healthz', healthz);
  router.get('/readyz', readyz(deps.accountStore, deps.isDraining));
  router.get('/metrics', metrics(deps.readMetrics));
  for (const operation of deps.operations) {
    router.post(
      operation.path,
      requestSize(limit),
      authenticate(deps.accountStore, failures),
      jsonBody(limit),
      runOperation(operation, { store: deps.accountStore, userLimit }),
    );
  }

  app.use(requestId(deps.log));
  app.use(accessLog);
  app.use(renderErrors);
  app.use(router.routes());
  app.use(notFound);
}
