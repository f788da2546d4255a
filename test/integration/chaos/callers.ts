import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { dataUri, plainImage } from '../../support/images.ts';
import { generatePath } from '../../support/service.ts';

/** A generate call, and what its caller knows of it. */
export interface Call {
  /** Its `X-Request-Id`, which the ledger has, too. */
  readonly id: string;
  /** Absent where the connection broke: nobody can tell what became of the call. */
  readonly answer: { readonly status: number; readonly body: Record<string, unknown> } | undefined;
}

/** People who make generate calls at the cost of one account. */
export interface Callers {
  /** Their API key and the type of a body. */
  readonly headers: Record<string, string>;
  /** Every call that has ended, in that order. */
  readonly calls: Call[];
  /** Ids of the calls that were answered with a status. */
  answered(status: number): string[];
  /** Makes one call, each with a context of its own, so that no two are the same. */
  call(url: string): Promise<Call>;
  /**
   * Makes calls, so many at once, until their number is reached, a connection breaks, or they are
   * told to finish. Resolves when all have ended.
   */
  work(url: string, limits: { atOnce: number; calls: number }): Promise<void>;
  /** Lets the calls under way end, and begins no more. */
  finish(): void;
  /** Breaks every connection, those with calls under way, too. */
  hangUp(): Promise<void>;
}

/** As long as a caller waits after an error before the next call, in milliseconds. */
const pauseMs = 20;

/** Callers with as many connections as they make calls at once, which they keep. */
export async function startCallers(account: { userId: string; key: string }): Promise<Callers> {
  const agent = new Agent({ connect: { timeout: 60_000 }, headersTimeout: 60_000 });
  const image = dataUri(await plainImage('jpeg'), 'image/jpeg');
  const headers = { 'content-type': 'application/json', 'x-api-key': account.key };
  const calls: Call[] = [];
  let left = 0;

  async function call(url: string): Promise<Call> {
    const id = randomUUID();
    const body = { user_id: account.userId, image_file: image, image_context: id };
    const answer = await request(url + generatePath, {
      method: 'POST',
      dispatcher: agent,
      headers: { ...headers, 'x-request-id': id },
      body: JSON.stringify(body),
    })
      .then(async ({ statusCode, body }) => ({
        status: statusCode,
        body: (await body.json()) as Record<string, unknown>,
      }))
      .catch(() => undefined);
    const done = { id, answer };
    calls.push(done);
    return done;
  }

  return {
    headers,
    calls,
    answered: (status) => calls.filter((c) => c.answer?.status === status).map(({ id }) => id),
    call,
    async work(url, limits) {
      left = limits.calls;
      async function one(): Promise<void> {
        while (left > 0) {
          left -= 1;
          const { answer } = await call(url);
          if (!answer) left = 0;
          if (answer?.status !== 200) await sleep(pauseMs);
        }
      }
      await Promise.all(Array.from({ length: limits.atOnce }, one));
    },
    finish: () => void (left = 0),
    hangUp: () => agent.destroy(),
  };
}
