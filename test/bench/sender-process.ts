import { time } from './measure.ts';
import { createClient } from './client.ts';

/** What the process is told first: whom to send to, and what. */
export interface SenderSetup {
  readonly url: string;
  readonly key: string;
  readonly path: string;
  readonly body: Buffer;
}

/**
 * Sends calls in a process of its own, so that the one that measures others is not held up: after the
 * setup, each number is answered with how many milliseconds so many calls at once took.
 */
process.once('message', ({ url, key, path, body }: SenderSetup) => {
  const client = createClient(url, key);
  process.on('message', (count: number) => {
    const send = () => Promise.all(Array.from({ length: count }, () => client.post(path, body)));
    void time(send).then((ms) => process.send?.(ms));
  });
});
process.on('disconnect', () => process.exit());
