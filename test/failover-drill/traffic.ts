import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { dataUri, plainImage } from '../support/images.ts';
import { generatePath } from '../support/service.ts';

/** One attempt of a call, as its caller sees it. */
export interface Attempt {
  /** Its `X-Request-Id`, which is also in the ledger. */
  readonly id: string;
  /** The call that it belongs to: attempts with the same idempotency key are one call. */
  readonly call: string;
  readonly userId: string;
  /** Start and end, in milliseconds as in `performance.now()`. */
  readonly start: number;
  readonly end: number;
  /** 0 if the connection broke or no response arrived. */
  readonly status: number;
  /** The error message; empty for a text. */
  readonly words: string;
}

/** Callers whose sites continuously request texts. */
export interface Traffic {
  readonly attempts: readonly Attempt[];
  /** Starts no more calls, and waits for those in progress. */
  stop(): Promise<void>;
}

export interface Caller {
  readonly userId: string;
  readonly key: string;
  /** Whether the caller sends an idempotency key and retries until the call succeeds. */
  readonly isPersistent: boolean;
}

/** How long a caller waits after a failure, in milliseconds. */
const pauseMs = 200;

/** How long a caller waits for a response, in milliseconds. */
const patienceMs = 40_000;

/** Each caller makes one call after the other, each with a different context. */
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
      // A persistent caller finishes the call it has started.
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
