import { setImmediate } from 'node:timers/promises';
import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import { createSiteRecorder } from '../accounts/client-sites.ts';
import type { BackgroundWrites } from '../accounts/write-behind.ts';
import type { MemoryBudget } from '../concurrency/memory-budget.ts';
import type { RequestMetrics } from '../metrics/measure-requests.ts';
import type { Operation } from '../operations/operation.ts';
import type { StorageBackend } from '../storage/interfaces/storage-backend.ts';
import { accessLog, measureRequests, requestId, traceRequests } from './access-log.ts';
import { authenticate, findUser, noteSites } from './authenticate.ts';
import { openapi, routeDocs } from './docs.ts';
import { methodNotAllowed, pathNotFound } from '../operations/errors.ts';
import { healthz, metrics, readyz } from './health.ts';
import { jsonBody, validateBody } from './json-body.ts';
import { createRateLimit, limitUsers } from './rate-limit.ts';
import { renderErrors } from './render-errors.ts';
import { maxBodyBytes, requestSize } from './request-size.ts';
import { runOperation } from './run-operation.ts';
import type { Middleware, RequestState } from './state.ts';

let endOfTurn: Promise<void> | undefined;

/**
 * Handles all requests that arrive in one turn of the event loop together, step by step, so their
 * responses are sent together, too: the waiting process is not woken for each response, and the
 * processor's caches stay warm. `npm run bench:short` shows it: separately, the service answers half
 * as many calls for account details.
 */
const batchRequests: Middleware = async (_ctx, next) => {
  endOfTurn ??= setImmediate().finally(() => (endOfTurn = undefined));
  await endOfTurn;
  await next();
};

/** The state that the router leaves: the routes of the path, for any method. */
interface Matched {
  matched?: readonly { methods: readonly string[] }[];
}

/** If no route matches: 405 if the path has other methods, including for OPTIONS; otherwise 404. */
const notFound: Middleware = (ctx) => {
  const methods = ((ctx as Matched).matched ?? []).flatMap((route) => route.methods);
  throw methods.length > 0 ? methodNotAllowed(methods.join(', ')) : pathNotFound();
};

interface PipelineDeps extends StorageBackend {
  readonly background: BackgroundWrites;
  readonly operations: readonly Operation[];
  readonly log: Logger;
  readonly rateLimitPerMinute: number;
  readonly imageMaxBytes: number;
  readonly memory: MemoryBudget;
  /** Serves everything under `/dashboard`; absent if the dashboard is off. */
  readonly dashboard?: Koa.Middleware | undefined;
  isShuttingDown(): boolean;
  readonly requestMetrics: RequestMetrics;
  /** Reads all metrics, in Prometheus' text format; absent if they are on another port. */
  readonly readMetrics?: (() => Promise<string>) | undefined;
}

/** Failed authentications per minute and client address. */
const failedAuthenticationsPerMinute = 60;

/** The steps of a request, in order. */
function mountPipeline(app: Koa<RequestState>, deps: PipelineDeps): void {
  const { accountStore } = deps;
  const bodyLimit = maxBodyBytes(deps.imageMaxBytes);
  const failedAuthentications = createRateLimit(
    deps,
    'failed-authentication',
    failedAuthenticationsPerMinute,
  );
  const users = createRateLimit(deps, 'user', deps.rateLimitPerMinute);
  const noteSite = createSiteRecorder(accountStore, deps.background);
  const parseBody = jsonBody(bodyLimit, deps.memory);

  // A rule of a proxy, such as that for /metrics, is about the exact path.
  const exact = { strict: true, sensitive: true };
  // A router tries all of its paths, so calls have their own router.
  const calls = new Router<RequestState>(exact);
  for (const operation of deps.operations) {
    calls.post(
      operation.path,
      requestSize(bodyLimit),
      authenticate(accountStore, deps.background, failedAuthentications),
      parseBody,
      validateBody(operation),
      findUser(accountStore),
      limitUsers(users),
      noteSites(noteSite),
      runOperation(operation),
    );
  }

  const router = new Router<RequestState>(exact);
  router.get('/healthz', healthz);
  router.get('/readyz', readyz(accountStore, deps.isShuttingDown));
  if (deps.dashboard) router.get('/', (ctx) => ctx.redirect('/dashboard'));
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
  /** Whether to take the client's address from the reverse proxy. */
  readonly trustProxy: boolean;
}

/** Makes the service's Koa app, which isn't listening yet. */
export function createApp(deps: AppDeps): Koa<RequestState> {
  // Only the address added by the nearest proxy counts: the client can send the ones before it.
  const app = new Koa<RequestState>({ proxy: deps.trustProxy, maxIpsCount: 1 });
  app.on('error', (error: unknown) => deps.log.warn({ err: error }, 'response not sent'));
  mountPipeline(app, deps);
  return app;
}
