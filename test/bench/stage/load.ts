import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { startModule } from './cores.ts';

/** POSTs that are repeated: what a caller sends, without how many of them there are. */
export interface Call {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** So many callers, each of whom makes one call after the other, for so many milliseconds. */
export interface Load extends Call {
  readonly callers: number;
  readonly ms: number;
}

/** What came of a load. Times are milliseconds. */
export interface Measured {
  /** All calls that were made, with those before and after the measurement. */
  readonly responses: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Why it measures nothing, if so. */
  readonly failure: string | undefined;
}

/** Makes calls from another process. */
export interface LoadGenerator {
  /** @throws Error when any response is not a 200. */
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
 * Sends a process a message, and returns the next one that it sends.
 * @throws Error when it ends in the place of that
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
    // Whichever of the two was not first.
    ended.catch(() => undefined);
  })) as [unknown];
  return message;
}
