import type { Middleware } from './state.ts';
/** One line a request: method, path, status and time; never a header, a query or a body. */
export declare const accessLog: Middleware;
