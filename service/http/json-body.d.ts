import type { MemoryBudget } from '../concurrency/memory-budget.ts';
import type { Middleware } from './state.ts';
/**
 * Parses the body as JSON, at most `limit` bytes of it, for which memory is reserved until the
 * response. Large bodies go through the CPU queue: pictures that arrive together would hold up every
 * other call.
 */
export declare function jsonBody(limit: number, memory: MemoryBudget): Middleware;
