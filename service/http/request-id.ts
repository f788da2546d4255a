import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Middleware } from './state.ts';

const sane = /^[\w.:-]{1,128}$/;

/** Gives every request an id, the caller's own where it sent a sane one, in the response and the logs. */
export function requestId(log: Logger): Middleware {
  return (ctx, next) => {
    const sent = ctx.get('X-Request-Id');
    ctx.state.requestId = sane.test(sent) ? sent : randomUUID();
    ctx.state.log = log.child({ request_id: ctx.state.requestId });
    ctx.set('X-Request-Id', ctx.state.requestId);
    return next();
  };
}
