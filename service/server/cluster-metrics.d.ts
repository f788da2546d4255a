import { Registry } from 'prom-client';
/** Where measurements are kept, and how they are read. */
export interface Metrics {
    readonly registry: Registry;
    /** All measurements, in the text format of Prometheus. */
    read(): Promise<string>;
}
/** In the primary: sends a worker that asks the measurements of all workers, added up. */
export declare function serveWorkerMetrics(): void;
/** In a worker: keeps its own measurements, and reads those of all through the primary. */
export declare function createWorkerMetrics(): Metrics;
