import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Sends a process a message, and returns the next one that it sends.
 * @throws Error when it ends in the place of that
 */
export function ask(child: ChildProcess, message: object | number): Promise<unknown> {
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
