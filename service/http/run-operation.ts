import type { ServerResponse } from 'node:http';
import type { Call, CallNote, Operation } from '../operations/operation.ts';
import type { Context, Middleware } from './state.ts';

/** Runs an operation and sends its result; its schema drops unknown fields. */
export function runOperation(operation: Operation): Middleware {
  return async (ctx) => {
    const response = await operation.handle(ctx.state.body, new CallOfRequest(ctx));
    ctx.body = operation.response.parse(response);
  };
}

/**
 * An operation's view of a request. It is a class, because V8 makes a hidden class for every object
 * literal with a getter, which keeps the whole request in memory for seconds.
 */
class CallOfRequest implements Call {
  readonly user: Call['user'];
  readonly apiKey: Call['apiKey'];
  readonly requestId: string;
  readonly log: Call['log'];
  readonly memory: Call['memory'];
  readonly #ctx: Context;
  #signal: AbortSignal | undefined;

  constructor(ctx: Context) {
    this.user = ctx.state.user;
    this.apiKey = ctx.state.apiKey;
    this.requestId = ctx.state.requestId;
    this.log = ctx.state.log;
    this.memory = ctx.state.memory;
    this.#ctx = ctx;
  }

  get signal(): AbortSignal {
    return (this.#signal ??= hangUpOf(this.#ctx.res));
  }

  getHeader(name: string): string | undefined {
    return this.#ctx.req.headersDistinct[name.toLowerCase()]?.join(', ');
  }

  setHeader(name: string, value: string): void {
    this.#ctx.set(name, value);
  }

  note(outcome: CallNote): void {
    this.#ctx.state.outcome = outcome;
  }
}

/** Aborted when the caller hangs up before the response. */
function hangUpOf(response: ServerResponse): AbortSignal {
  const hangUp = new AbortController();
  function onClose(): void {
    // Aborting after every response would cost as much as looking up its user.
    if (!response.writableEnded) hangUp.abort();
  }
  // The caller may have gone while the body was parsed or the user was looked up.
  if (response.closed) onClose();
  else response.once('close', onClose);
  return hangUp.signal;
}
