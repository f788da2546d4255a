import type { Middleware } from './state.ts';
/** Where no route matches: 405 when the path has other methods, for OPTIONS too, else 404. */
export declare const notFound: Middleware;
