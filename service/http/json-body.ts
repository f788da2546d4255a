import bodyParser from 'koa-bodyparser';
import { badRequest } from '../errors.ts';
import { bodyTooLarge } from './request-size.ts';
import type { Middleware } from './state.ts';

/** Parses the body as JSON, at most `limit` bytes of it. */
export function jsonBody(limit: number): Middleware {
  const parse = bodyParser({
    enableTypes: ['json'],
    jsonLimit: String(limit),
    onerror: (error) => {
      throw 'status' in error && error.status === 413 ? bodyTooLarge(limit) : notJson();
    },
  });
  return async (ctx, next) => {
    if (!ctx.is('json')) throw notJson();
    await parse(ctx, next);
  };
}

function notJson() {
  return badRequest([
    { path: '', message: 'Send a JSON object, with the header Content-Type: application/json.' },
  ]);
}
