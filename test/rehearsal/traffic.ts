import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { dataUri, plainImage } from '../support/images.ts';
import { generatePath } from '../support/service.ts';

/** One attempt of a call, and what its caller knows of it. */
export interface Attempt {
  /** Its `X-Request-Id`, which the ledger has, too. */
  readonly id: string;
  /** The call that it belongs to: attempts with the same idempotency key are one call. */
  readonly call: string;
  readonly userId: string;
  /** When it began and ended, in milliseconds as `performance.now()` has them. */
  readonly start: number;
  readonly end: number;
  /** 0 where the connection broke or nothing came. */
  readonly status: number;
  /** What it was told; empty for a text. */
  readonly words: string;
}

/** People whose sites ask for texts all the time. */
export interface Traffic {
  readonly attempts: readonly Attempt[];
  /** Begins no more calls, and waits for those under way. */
  stop(): Promise<void>;
}

export interface Caller {
  readonly userId: string;
  readonly key: string;
  /** Whether the caller sends an idempotency key, and tries a call that failed until it succeeds. */
  readonly isPersistent: boolean;
}

/** As long as a caller waits after a failure, in milliseconds. */
const pauseMs = 200;

/** A response that takes longer is given up by the caller, in milliseconds. */
const patienceMs = 40_000;

/** Each caller makes one call after the other, each with a context of its own. */
export async function startTraffic(url: string, callers: readonly Caller[]): Promise<Traffic> {
  const agent = new Agent({ headersTimeout: patienceMs, bodyTimeout: patienceMs });
  const image = dataUri(await plainImage('jpeg', { width: 16, height: 16 }), 'image/jpeg');
  const attempts: Attempt[] = [];
  let isStopping = false;

  async function attempt({ userId, key, isPersistent }: Caller, call: string): Promise<boolean> {
    const id = randomUUID();
    const start = performance.now();
    const { status, words } = await request(url + generatePath, {
      method: 'POST',
      dispatcher: agent,
      headers: {
        'content-type': 'application/json',
        'x-api-key': key,
        'x-request-id': id,
        ...(isPersistent && { 'idempotency-key': call }),
      },
      body: JSON.stringify({ user_id: userId, image_file: image, image_context: call }),
    })
      .then(async ({ statusCode, body }) => {
        const text = await body.text();
        return { status: statusCode, words: statusCode === 200 ? '' : wordsOf(text) };
      })
      .catch((error: unknown) => ({ status: 0, words: codeOf(error) }));
    attempts.push({ id, call, userId, start, end: performance.now(), status, words });
    return status === 200;
  }

  async function work(caller: Caller): Promise<void> {
    while (!isStopping) {
      const call = randomUUID();
      // Who is persistent ends what was begun.
      while (!(await attempt(caller, call))) {
        await sleep(pauseMs);
        if (!caller.isPersistent) break;
      }
    }
  }

  const working = Promise.all(callers.map(work));
  return {
    attempts,
    async stop() {
      isStopping = true;
      await working;
      await agent.destroy();
    },
  };
}

function wordsOf(text: string): string {
  try {
    const { message, error } = JSON.parse(text) as { message?: string; error?: string };
    return [message, error].filter(Boolean).join(': ');
  } catch {
    return text.slice(0, 100);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
