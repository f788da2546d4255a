import { endOfTurn } from '../concurrency/end-of-turn.ts';
import type { Middleware } from './state.ts';

/**
 * Has requests that come in one turn of the event loop handled one after the other, and responses
 * that are ready in one turn sent one after the other. To read, handle and send each by itself takes
 * twice as long: the process that it is sent to is woken for each, and little is left in the
 * processor's caches.
 */
export const gather: Middleware = async (_ctx, next) => {
  await endOfTurn();
  await next();
  await endOfTurn();
};
