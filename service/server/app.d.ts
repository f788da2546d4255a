import Koa from 'koa';
import { type PipelineDeps } from '../http/pipeline.ts';
import type { RequestState } from '../http/state.ts';
export interface AppDeps extends PipelineDeps {
    /** Whether the client's address is what a reverse proxy says it is. */
    readonly trustProxy: boolean;
}
/** Makes the service's Koa app, which does not listen yet. */
export declare function createApp(deps: AppDeps): Koa<RequestState>;
