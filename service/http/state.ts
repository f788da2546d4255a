import type Koa from 'koa';
import type { Logger } from 'pino';

/** What middleware leaves for what comes after it. */
export interface RequestState {
  /** Set by request-id. */
  requestId: string;
  /** A logger that adds the request id. Set by request-id. */
  log: Logger;
  /** Owner of the API key. Set by authenticate. */
  ownerId: string;
}

export type Middleware = Koa.Middleware<RequestState>;
export type Context = Koa.ParameterizedContext<RequestState>;
