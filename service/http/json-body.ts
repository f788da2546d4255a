import bodyParser from 'koa-bodyparser';
import { runOnCpuQueue } from '../concurrency/cpu-queue.ts';
import type { MemoryBudget } from '../concurrency/memory-budget.ts';
import { badRequest } from '../errors.ts';
import { inSpan } from '../tracing/spans.ts';
import { parseJson } from './parse-json.ts';
import { bodyTooLarge } from './request-size.ts';
import type { Context, Middleware } from './state.ts';

/** Has the parser leave the bytes as they are. It hands this on to raw-body; its types do not know. */
const undecoded: object = { encoding: null };

/**
 * Parses the body as JSON, at most `limit` bytes of it, for which memory is reserved until the
 * response. Large bodies go through the CPU queue: pictures that arrive together would hold up every
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
  return async (ctx, next) => {
    if (!ctx.is('json')) throw notJson();
    using lease = memory.reserve(ctx.state.ownerId, Number(ctx.get('Content-Length') || limit));
    await inSpan('read body', async () => {
      // Not inside the parser, which would hold the bytes until the response.
      await read(ctx, () => Promise.resolve());
      lease.resize(bytesOf(ctx).length);
      await parseBytes(ctx);
    });
    await next();
  };
}

function bytesOf({ request }: Context): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** Puts the parsed value in the place of the body's bytes, and lets go of those. */
async function parseBytes(ctx: Context): Promise<void> {
  const bytes = bytesOf(ctx);
  ctx.request.rawBody = '';
  ctx.request.body = await runOnCpuQueue(bytes.length, () => parse(bytes));
}

/** Returns an object or a list; the schema says what is wrong with a list. */
function parse(bytes: Buffer): object {
  let body: unknown;
  try {
    body = parseJson(bytes);
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
