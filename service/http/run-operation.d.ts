import type { Operation } from '../operations/operation.ts';
import type { Middleware } from './state.ts';
/** Runs an operation and sends what it returns, as far as its schema knows it. */
export declare function runOperation(operation: Operation): Middleware;
