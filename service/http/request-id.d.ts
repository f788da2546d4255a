import type { Logger } from 'pino';
import type { Middleware } from './state.ts';
/** Gives every request an id, the caller's own where it sent a sane one, in the response and the logs. */
export declare function requestId(log: Logger): Middleware;
