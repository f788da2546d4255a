import type { Operation } from '../operations/operation.ts';
import type { Middleware } from './state.ts';
/** Lets a request through whose body fits the operation's schema; else names every problem. */
export declare function validateBody({ request: schema }: Pick<Operation, 'request'>): Middleware;
