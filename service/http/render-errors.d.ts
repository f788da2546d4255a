import type { Middleware } from './state.ts';
/** Turns whatever went wrong into a JSON response; an error that nobody expects is a fault of ours. */
export declare const renderErrors: Middleware;
