import type Koa from 'koa';
import type { Logger } from 'pino';
import type { MemoryLease } from '../concurrency/memory-budget.ts';
import type { ErrorReason } from '../operations/errors.ts';
import type { CallNote } from '../operations/operation.ts';
import type { Account } from '../storage/interfaces/accounts.ts';
import type { FoundKey } from '../storage/interfaces/api-keys.ts';

/** The data that middleware passes on to later middleware. */
export interface RequestState {
  /** Set by request-id. */
  requestId: string;
  /** A logger that adds the request id. Set by request-id. */
  log: Logger;
  /** The valid API key of the request. Set by authenticate. */
  apiKey: FoundKey;
  /** The memory that the request has reserved for its body and image. Set by json-body. */
  memory: MemoryLease;
  /** The body as parsed by the operation's schema. Set by validateBody. */
  body: { readonly user_id: string };
  /** Set by find-user. */
  user: Account;
  /** Why the request failed, for logs and metrics. Set by render-errors. */
  reason?: ErrorReason;
  /** Further details for the log. Set by render-errors. */
  failure?: { readonly detail?: string; readonly problems?: readonly string[] };
  /** How the operation ended, for the log. Set by run-operation. */
  outcome?: CallNote;
}

export type Middleware = Koa.Middleware<RequestState>;
export type Context = Koa.ParameterizedContext<RequestState>;
