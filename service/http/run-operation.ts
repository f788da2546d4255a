import type { z } from 'zod';
import { userIdRequired } from '../../shared/contract.ts';
import { findUserOfOwner } from '../accounts/accounts.ts';
import { badRequest, userIdMissing, userNotFound, type HttpError } from '../errors.ts';
import type { AccountStore } from '../storage/interfaces/account-store.ts';
import type { Operation } from '../operations/operation.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Middleware } from './state.ts';

/** Runs an operation for a request whose body is parsed: schema, user, rate limit, work, answer. */
export function runOperation(
  operation: Operation,
  deps: { store: AccountStore; userLimit: RateLimit },
): Middleware {
  return async (ctx) => {
    const parsed = operation.request.safeParse(ctx.request.body);
    if (!parsed.success) throw refused(parsed.error);
    const user = await findUserOfOwner(deps.store, parsed.data.user_id, ctx.state.ownerId);
    if (!user) throw userNotFound();
    await deps.userLimit.consume(ctx, user.user_id);

    const hangUp = new AbortController();
    ctx.res.once('close', () => hangUp.abort());
    // It may have gone while its body was parsed or its user was looked up.
    if (ctx.res.closed) hangUp.abort();
    const answer = await operation.handle(parsed.data, {
      user,
      requestId: ctx.state.requestId,
      log: ctx.state.log,
      signal: hangUp.signal,
      getHeader: (name) => ctx.req.headersDistinct[name.toLowerCase()]?.join(', '),
      setHeader: (name, value) => ctx.set(name, value),
    });
    ctx.body = operation.response.parse(answer);
  };
}

function refused(error: z.ZodError): HttpError {
  const problems = error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }));
  const noUser = problems.find((problem) => problem.message === userIdRequired);
  return noUser ? userIdMissing(noUser.message) : badRequest(problems);
}
