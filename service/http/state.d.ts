import type Koa from 'koa';
import type { Logger } from 'pino';
import type { Account } from '../storage/interfaces/accounts.ts';
/** What middleware leaves for what comes after it. */
export interface RequestState {
    /** Set by request-id. */
    requestId: string;
    /** A logger that adds the request id. Set by request-id. */
    log: Logger;
    /** Owner of the API key. Set by authenticate. */
    ownerId: string;
    /** The body as the operation's schema has it. Set by validate-body. */
    body: {
        readonly user_id: string;
    };
    /** Set by find-user. */
    user: Account;
}
export type Middleware = Koa.Middleware<RequestState>;
export type Context = Koa.ParameterizedContext<RequestState>;
