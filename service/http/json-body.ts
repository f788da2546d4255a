import bodyParser from 'koa-bodyparser';
import type { MemoryBudget } from '../concurrency/memory-budget.ts';
import { inSpan } from '../metrics/tracing.ts';
import { badRequest } from '../operations/errors.ts';
import { bodyTooLarge } from './request-size.ts';
import type { Middleware } from './state.ts';

/**
 * Parses the body as a JSON object of at most `limit` bytes and reserves memory for it. Later steps
 * say how much of that is still in use; the response frees the rest.
 */
export function jsonBody(limit: number, memory: MemoryBudget): Middleware {
  const read = bodyParser({
    // As bytes, which are looked through before anything is made of them.
    ...{ encoding: '' },
    enableTypes: ['text'],
    extendTypes: { text: ['json'] },
    textLimit: String(limit),
    onerror: (error) => {
      throw 'status' in error && error.status === 413 ? bodyTooLarge(limit) : notJson();
    },
  });
  return async (ctx, next) => {
    if (!ctx.is('json')) throw notJson();
    const length = Number(ctx.get('Content-Length') || limit);
    // As bytes, then as texts, of which some wait to be collected.
    using lease = memory.reserve(ctx.state.ownerId, 2 * length);
    await inSpan('read body', async () => {
      // Not around the rest: the parser would hold the bytes until the response.
      await read(ctx, () => Promise.resolve());
      const bytes: unknown = ctx.request.body;
      if (!Buffer.isBuffer(bytes)) throw notJson();
      ctx.request.body = parseJson(bytes);
      lease.resize(bytes.length);
      ctx.request.rawBody = '';
      ctx.state.memory = lease;
    });
    await next();
  };
}

/**
 * Arrays, objects and members that a body may have, with the brackets and commas in its texts. A request
 * has at most 8,000; a body of them alone would stop everything else for more than a second.
 */
const maxParts = 20_000;

function parseJson(bytes: Buffer): object {
  if (hasTooManyParts(bytes)) throw tooComplex();
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw notJson();
  }
  if (typeof body !== 'object' || body === null) throw notJson();
  if (Object.hasOwn(body, '__proto__')) throw notJson();
  return body;
}

function hasTooManyParts(bytes: Buffer): boolean {
  let parts = 0;
  for (const sign of Buffer.from('[{,')) {
    for (let at = bytes.indexOf(sign); at >= 0; at = bytes.indexOf(sign, at + 1)) {
      parts += 1;
      if (parts > maxParts) return true;
    }
  }
  return false;
}

function tooComplex() {
  return badRequest([
    {
      path: '',
      code: 'body_too_complex',
      message: 'The JSON has too many values. Send only the fields that are documented.',
    },
  ]);
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
