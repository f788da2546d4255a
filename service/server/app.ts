import Koa from 'koa';
import { mountPipeline, type PipelineDeps } from '../http/pipeline.ts';
import type { RequestState } from '../http/state.ts';

export interface AppDeps extends PipelineDeps {
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
