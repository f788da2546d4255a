import { endOfTurn } from '../concurrency/end-of-turn.ts';
import type { Middleware } from './state.ts';

/**
 * Has requests that come in one turn of the event loop handled together, step by step, so that their
 * responses are sent together, too. To read, handle and send each by itself takes twice as long: the
 * process that waits for it is woken for each, and little is left in the processor's caches.
 */
export const gather: Middleware = async (_ctx, next) => {
  await endOfTurn();
  await next();
};
