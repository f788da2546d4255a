import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { dataUri, plainImage } from '../../support/images.ts';
import { generatePath } from '../../support/service.ts';

/** A generate call, as its caller knows it. */
export interface Call {
  /** Its `X-Request-Id`, which is also in the ledger. */
  readonly id: string;
  /** Absent if the connection broke: the caller cannot know the outcome of the call. */
  readonly answer: { readonly status: number; readonly body: Record<string, unknown> } | undefined;
}

/** Callers of generate who share one account. */
export interface Callers {
  /** Their API key and the type of a body. */
  readonly headers: Record<string, string>;
  /** Every call that has ended, in that order. */
  readonly calls: Call[];
  /** Ids of the calls that were answered with a status. */
  answered(status: number): string[];
  /** Makes one call, each with its own context, so no two are the same. */
  call(url: string): Promise<Call>;
  /**
   * Makes calls, up to a number at once, until all are made, a connection breaks, or `finish` is
   * called. Resolves when all have ended.
   */
  work(url: string, limits: { atOnce: number; calls: number }): Promise<void>;
  /** Lets running calls end, and starts no more. */
  finish(): void;
  /** Breaks every connection, including those with running calls. */
  hangUp(): Promise<void>;
}

/** How long a caller waits after an error before the next call, in milliseconds. */
const pauseMs = 20;

/** Callers with one persistent connection for each concurrent call. */
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
