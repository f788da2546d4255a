import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { startModule } from './cores.ts';

/** A repeated POST: a caller's request. */
export interface Call {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The number of callers, each making one call after the other, and the milliseconds. */
export interface Load extends Call {
  readonly callers: number;
  readonly ms: number;
}

/** The results of a load. Times are in milliseconds. */
export interface Measured {
  /** All calls, including those before and after the measurement. */
  readonly responses: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Why the result is invalid, if it is. */
  readonly failure: string | undefined;
}

/** Makes calls from another process. */
export interface LoadGenerator {
  /** @throws Error if any response is not a 200 */
  run(load: Load): Promise<Measured>;
  stop(): void;
}

export function startLoadGenerator(): LoadGenerator {
  const child = startModule('around', 'stage/load-process.ts');
  return {
    async run(load) {
      const measured = (await ask(child, load)) as Measured;
      if (measured.failure !== undefined) throw new Error(measured.failure);
      return measured;
    },
    stop: () => child.disconnect(),
  };
}

/**
 * Sends a process a message, and returns its next message.
 * @throws Error if it ends instead
 */
function ask(child: ChildProcess, message: object | number): Promise<unknown> {
  const reply = nextMessage(child);
  child.send(message);
  return reply;
}

/** The next message of a process. */
export async function nextMessage(child: ChildProcess): Promise<unknown> {
  const settled = new AbortController();
  const { signal } = settled;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('A process of the bench has ended.');
  });
  const [message] = (await Promise.race([once(child, 'message', { signal }), ended]).finally(() => {
    settled.abort();
    // The promise that loses the race.
    ended.catch(() => undefined);
  })) as [unknown];
  return message;
}
