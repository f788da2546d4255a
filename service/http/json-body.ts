import bodyParser from 'koa-bodyparser';
import { badRequest } from '../errors.ts';
import { inTurn } from '../in-turn.ts';
import { bodyTooLarge } from './request-size.ts';
import type { Middleware } from './state.ts';

/**
 * Parses the body as JSON, at most `limit` bytes of it. Large ones take turns: pictures that
 * arrive together would hold up every other call.
 */
export function jsonBody(limit: number): Middleware {
  const read = bodyParser({
    // As text, because what it takes for JSON it parses in the turn in which the body has come.
    enableTypes: ['text'],
    extendTypes: { text: ['application/json'] },
    textLimit: String(limit),
    onerror: (error) => {
      throw 'status' in error && error.status === 413 ? bodyTooLarge(limit) : notJson();
    },
  });
  return async (ctx, next) => {
    if (!ctx.is('json')) throw notJson();
    await read(ctx, async () => {
      const text = typeof ctx.request.body === 'string' ? ctx.request.body : '';
      ctx.request.body = await inTurn(text, parse);
      await next();
    });
  };
}

/** An object or a list; the schema says what is wrong with a list. */
function parse(text: string): object {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw notJson();
  }
  if (typeof body !== 'object' || body === null || Object.hasOwn(body, '__proto__')) {
    throw notJson();
  }
  return body;
}

function notJson() {
  return badRequest([
    { path: '', message: 'Send a JSON object, with the header Content-Type: application/json.' },
  ]);
}
