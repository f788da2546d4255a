import bodyParser from 'koa-bodyparser';
import { runOnCpuQueue } from '../concurrency/cpu-queue.ts';
import type { MemoryBudget } from '../concurrency/memory-budget.ts';
import type { Steps } from '../concurrency/steps.ts';
import { badRequest } from './errors.ts';
import { inSpan } from '../tracing/spans.ts';
import { parseJson } from './parse-json.ts';
import { largeBody, readLargeBody } from './read-large-body.ts';
import { bodyTooLarge } from './request-size.ts';
import type { Context, Middleware } from './state.ts';

/** Has the parser leave the bytes as they are. It hands this on to raw-body; its types do not know. */
const undecoded: object = { encoding: null };

/**
 * Parses the body as JSON, at most `limit` bytes of it, for which memory is reserved. What
 * comes after says how much of that is still in use; all is free at the response. Large bodies go through the CPU queue: pictures that arrive together would hold up every
 * other call.
 */
export function jsonBody(limit: number, memory: MemoryBudget): Middleware {
  const read = bodyParser({
    // As text, because the parser parses JSON in the turn in which the body has come; and undecoded,
    // because texts that grow piece by piece are copied again and again as garbage is collected,
    // which held up everybody for up to 30 ms.
    enableTypes: ['text'],
    ...undecoded,
    extendTypes: { text: ['application/json'] },
    textLimit: String(limit),
    onerror: (error) => {
      throw 'status' in error && error.status === 413 ? bodyTooLarge(limit) : notJson();
    },
  });

  async function readBytes(ctx: Context): Promise<Buffer> {
    const length = Number(ctx.get('Content-Length'));
    if (length >= largeBody) {
      return readLargeBody(ctx.req, length).catch(() => {
        throw notJson();
      });
    }
    // Not inside the parser, which would hold the bytes until the response.
    await read(ctx, () => Promise.resolve());
    ctx.request.rawBody = '';
    return Buffer.isBuffer(ctx.request.body) ? ctx.request.body : Buffer.alloc(0);
  }

  return async (ctx, next) => {
    // Nearly all callers write it like this, and to parse a type takes longer than to parse the body.
    if (ctx.get('Content-Type') !== 'application/json' && !ctx.is('json')) throw notJson();
    using lease = memory.reserve(ctx.state.ownerId, Number(ctx.get('Content-Length') || limit));
    await inSpan('read body', async () => {
      const bytes = await readBytes(ctx);
      lease.resize(bytes.length);
      ctx.request.body = await runOnCpuQueue(bytes.length, () => parse(bytes));
      ctx.state.memory = lease;
    });
    await next();
  };
}

/** Returns an object or a list; the schema says what is wrong with a list. */
function* parse(bytes: Buffer): Steps<object> {
  let body: unknown;
  try {
    body = yield* parseJson(bytes);
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
    {
      path: '',
      code: 'body_not_json',
      message: 'Send a JSON object, with the header Content-Type: application/json.',
    },
  ]);
}
