import type { Middleware } from './state.ts';
/** `GET /metrics`: all measurements, in the text format of Prometheus. */
export declare function metrics(read: () => Promise<string>): Middleware;
