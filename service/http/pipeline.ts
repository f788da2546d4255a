import Router from '@koa/router';
import type Koa from 'koa';
import type { Logger } from 'pino';
import type { KeyUsageRecorder } from '../accounts/key-usage.ts';
import type { MemoryBudget } from '../concurrency/memory-budget.ts';
import type { RequestMetrics } from '../metrics/measure-requests.ts';
import type { Operation } from '../operations/operation.ts';
import type { StorageBackend } from '../storage/interfaces/storage-backend.ts';
import { accessLog } from './access-log.ts';
import { authenticate } from './authenticate.ts';
import { routeDocs } from './docs.ts';
import { findUser } from './find-user.ts';
import { gather } from './gather.ts';
import { healthz, readyz } from './health.ts';
import { jsonBody } from './json-body.ts';
import { measureRequests } from './measure-requests.ts';
import { metrics } from './metrics.ts';
import { notFound } from './not-found.ts';
import { openapi } from './openapi.ts';
import { createRateLimit, limitUsers } from './rate-limit.ts';
import { renderErrors } from './render-errors.ts';
import { requestId } from './request-id.ts';
import { maxBodyBytes, requestSize } from './request-size.ts';
import { runOperation } from './run-operation.ts';
import type { RequestState } from './state.ts';
import { traceRequests } from './trace-requests.ts';
import { validateBody } from './validate-body.ts';

export interface PipelineDeps extends StorageBackend {
  readonly keyUsage: KeyUsageRecorder;
  readonly operations: readonly Operation[];
  readonly log: Logger;
  readonly rateLimitPerMinute: number;
  readonly imageMaxBytes: number;
  readonly memory: MemoryBudget;
  /** Serves everything under `/dashboard`; absent where it is off. */
  readonly dashboard?: Koa.Middleware | undefined;
  isShuttingDown(): boolean;
  readonly requestMetrics: RequestMetrics;
  /** Reads all measurements, in the text format of Prometheus; absent where another port has them. */
  readonly readMetrics?: (() => Promise<string>) | undefined;
}

/** Failed authentications a minute that one client address may make. */
const failedAuthenticationsPerMinute = 60;

/** The way of a request, in order. */
export function mountPipeline(app: Koa<RequestState>, deps: PipelineDeps): void {
  const { accountStore } = deps;
  const bodyLimit = maxBodyBytes(deps.imageMaxBytes);
  const failedAuthentications = createRateLimit(
    deps,
    'failed-authentication',
    failedAuthenticationsPerMinute,
  );
  const users = createRateLimit(deps, 'user', deps.rateLimitPerMinute);
  const parseBody = jsonBody(bodyLimit, deps.memory);

  // Routers try all of their paths, so that calls have one of their own.
  const calls = new Router<RequestState>({ strict: true });
  for (const operation of deps.operations) {
    calls.post(
      operation.path,
      requestSize(bodyLimit),
      authenticate(accountStore, deps.keyUsage, failedAuthentications),
      parseBody,
      validateBody(operation),
      findUser(accountStore),
      limitUsers(users),
      runOperation(operation),
    );
  }

  const router = new Router<RequestState>({ strict: true });
  router.get('/healthz', healthz);
  router.get('/readyz', readyz(accountStore, deps.isShuttingDown));
  if (deps.readMetrics) router.get('/metrics', metrics(deps.readMetrics));
  router.get(
    '/openapi.json',
    openapi({
      bodyBytes: bodyLimit,
      imageBytes: deps.imageMaxBytes,
      userPerMinute: deps.rateLimitPerMinute,
      failuresPerMinute: failedAuthenticationsPerMinute,
    }),
  );
  routeDocs(router);

  app.use(measureRequests(deps.requestMetrics, deps.operations));
  app.use(accessLog);
  app.use(gather);
  app.use(requestId(deps.log));
  app.use(traceRequests(deps.operations));
  app.use(renderErrors);
  app.use(calls.routes());
  app.use(router.routes());
  if (deps.dashboard) app.use(deps.dashboard);
  app.use(notFound);
}
