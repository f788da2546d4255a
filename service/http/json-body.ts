import bodyParser from 'koa-bodyparser';
import type * as z from 'zod';
import { userIdRequired } from '../../shared/contract.ts';
import type { ProblemCode } from '../../shared/problem-codes.ts';
import type { MemoryBudget } from '../concurrency/memory-budget.ts';
import { inSpan } from '../metrics/tracing.ts';
import { badRequest, userIdMissing, type HttpError } from '../operations/errors.ts';
import type { Operation } from '../operations/operation.ts';
import { bodyTooLarge } from './request-size.ts';
import type { Middleware } from './state.ts';

/**
 * Parses the body as a JSON object of at most `limit` bytes and reserves memory for it. Later steps
 * reduce this to the memory still in use, and the response frees it.
 */
export function jsonBody(limit: number, memory: MemoryBudget): Middleware {
  const read = bodyParser({
    // As bytes, which are checked before they are parsed.
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
    // For the bytes, then for the text, parts of which await garbage collection.
    using lease = memory.reserve(ctx.state.apiKey.owner_id, 2 * length);
    await inSpan('read body', async () => {
      // Later steps run outside, because the parser would hold the bytes until the response.
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
 * Maximum number of brackets and commas in a body, including those in its texts. A valid request has
 * at most 8,000. Parsing a body full of them would block all other requests for more than a second.
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

/**
 * Lets a request through if its body matches the operation's schema; otherwise responds with every
 * problem.
 */
export function validateBody({ request: schema }: Pick<Operation, 'request'>): Middleware {
  return (ctx, next) => {
    const parsed = schema.safeParse(ctx.request.body);
    if (!parsed.success) throw toHttpError(parsed.error);
    ctx.state.body = parsed.data;
    // Koa would keep the body until the response, and it may contain an image.
    ctx.request.body = undefined;
    return next();
  };
}

function toHttpError(error: z.ZodError): HttpError {
  const problems = error.issues.map((issue) => ({
    path: issue.path.join('.'),
    code: codeOf(issue),
    message: issue.message,
  }));
  const noUser = problems.find((problem) => problem.message === userIdRequired);
  return noUser ? userIdMissing(noUser.message) : badRequest(problems);
}

/** A machine-readable code. Zod's own may change between versions. */
function codeOf({ code, path: [field] }: z.core.$ZodIssue): ProblemCode {
  if (field === undefined) return 'body_not_an_object';
  if (code === 'custom') return 'image_missing';
  if (code === 'invalid_type') return 'wrong_type';
  if (code === 'too_big') return 'too_long';
  return field === 'user_id' ? 'user_id_invalid' : 'wrong_value';
}
