import { setImmediate } from 'node:timers/promises';
import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { KeyUsageRecorder } from '../accounts/write-behind.ts';
import type { MemoryBudget } from '../concurrency/memory-budget.ts';
import type { RequestMetrics } from '../metrics/measure-requests.ts';
import type { Operation } from '../operations/operation.ts';
import type { StorageBackend } from '../storage/interfaces/storage-backend.ts';
import { accessLog, measureRequests, requestId, traceRequests } from './access-log.ts';
import { authenticate, findUser } from './authenticate.ts';
import { openapi, routeDocs } from './docs.ts';
import { methodNotAllowed, pathNotFound } from '../operations/errors.ts';
import { healthz, metrics, readyz } from './health.ts';
import { jsonBody } from './json-body.ts';
import { createRateLimit, limitUsers } from './rate-limit.ts';
import { renderErrors } from './render-errors.ts';
import { maxBodyBytes, requestSize } from './request-size.ts';
import { runOperation } from './run-operation.ts';
import type { Middleware, RequestState } from './state.ts';
import { validateBody } from './validate-body.ts';

let endOfTurn: Promise<void> | undefined;

/**
 * Has requests that come in one turn of the event loop handled together, step by step, so that their
 * responses are sent together, too. To read, handle and send each by itself takes twice as long: the
 * process that waits for it is woken for each, and little is left in the processor's caches.
 */
export const batchRequests: Middleware = async (_ctx, next) => {
  endOfTurn ??= setImmediate().finally(() => (endOfTurn = undefined));
  await endOfTurn;
  await next();
};

/** What the router of the pipeline leaves behind: the routes of the path, whatever their method. */
interface Matched {
  matched?: readonly { methods: readonly string[] }[];
}

/** Where no route matches: 405 when the path has other methods, for OPTIONS too, else 404. */
const notFound: Middleware = (ctx) => {
  const methods = ((ctx as Matched).matched ?? []).flatMap((route) => route.methods);
  throw methods.length > 0 ? methodNotAllowed(methods.join(', ')) : pathNotFound();
};

interface PipelineDeps extends StorageBackend {
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
function mountPipeline(app: Koa<RequestState>, deps: PipelineDeps): void {
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
  app.use(batchRequests);
  app.use(requestId(deps.log));
  app.use(traceRequests(deps.operations));
  app.use(renderErrors);
  app.use(calls.routes());
  app.use(router.routes());
  if (deps.dashboard) app.use(deps.dashboard);
  app.use(notFound);
}

interface AppDeps extends PipelineDeps {
  /** Whether the client's address is what a reverse proxy says it is. */
  readonly trustProxy: boolean;
}

/** Makes the service's Koa app, which does not listen yet. */
export function createApp(deps: AppDeps): Koa<RequestState> {
  // Only the address that the nearest proxy added counts: what stands before it is the client's word.
  const app = new Koa<RequestState>({ proxy: deps.trustProxy, maxIpsCount: 1 });
  app.on('error', (error: unknown) => deps.log.warn({ err: error }, 'response not sent'));
  mountPipeline(app, deps);
  return app;
}
