import type Koa from 'koa';
import type { Logger } from 'pino';
import type { MemoryBudget } from '../concurrency/memory-budget.ts';
import type { Operation } from '../operations/operation.ts';
import type { StorageBackend } from '../storage/interfaces/storage-backend.ts';
import type { RequestState } from './state.ts';
export interface PipelineDeps extends StorageBackend {
    readonly operations: readonly Operation[];
    readonly log: Logger;
    readonly rateLimitPerMinute: number;
    readonly imageMaxBytes: number;
    readonly memory: MemoryBudget;
    isShuttingDown(): boolean;
    /** Reads all measurements, in the text format of Prometheus. */
    readMetrics(): Promise<string>;
}
/** The way of a request, in order. */
export declare function mountPipeline(app: Koa<RequestState>, deps: PipelineDeps): void;
