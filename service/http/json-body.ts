import bodyParser from 'koa-bodyparser';
import type { MemoryBudget } from '../concurrency/memory-budget.ts';
import { inSpan } from '../tracing/spans.ts';
import { badRequest } from '../operations/errors.ts';
import { bodyTooLarge } from './request-size.ts';
import type { Middleware } from './state.ts';

/**
 * Parses the body as a JSON object, at most `limit` bytes of it, for which memory is reserved. What
 * comes after says how much of that is still in use; all is free at the response.
 */
export function jsonBody(limit: number, memory: MemoryBudget): Middleware {
  const parse = bodyParser({
    enableTypes: ['json'],
    jsonLimit: String(limit),
    onerror: (error) => {
      throw 'status' in error && error.status === 413 ? bodyTooLarge(limit) : notJson();
    },
  });
  return async (ctx, next) => {
    if (!ctx.is('json')) throw notJson();
    using lease = memory.reserve(ctx.state.ownerId, Number(ctx.get('Content-Length') || limit));
    await inSpan('read body', async () => {
      // Not around the rest: the parser would hold the text until the response.
      await parse(ctx, () => Promise.resolve());
      const { rawBody, body } = ctx.request;
      // Of an empty body, the parser makes an empty object.
      if (typeof rawBody !== 'string' || rawBody === '') throw notJson();
      if (Object.hasOwn(body as object, '__proto__')) throw notJson();
      lease.resize(rawBody.length);
      ctx.request.rawBody = '';
      ctx.state.memory = lease;
    });
    await next();
  };
}

function notJson() {
  return badRequest([
    {
      path: '',
      code: 'body_not_json',
      message: 'Send a JSON object, with the header Content-Type: application/json.',
    },
  ]);
}
