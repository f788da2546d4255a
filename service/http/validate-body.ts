import type { z } from 'zod';
import { userIdRequired } from '../../shared/contract.ts';
import type { ProblemCode } from '../../shared/problem-codes.ts';
import { badRequest, userIdMissing, type HttpError } from '../operations/errors.ts';
import type { Operation } from '../operations/operation.ts';
import type { Middleware } from './state.ts';

/**
 * Lets a request through if its body matches the operation's schema; otherwise responds with every
 * problem.
 */
export function validateBody({ request: schema }: Pick<Operation, 'request'>): Middleware {
  return (ctx, next) => {
    const parsed = schema.safeParse(ctx.request.body);
    if (!parsed.success) throw toHttpError(parsed.error);
    ctx.state.body = parsed.data;
    // Koa would keep it until the response, and it may contain an image.
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
