import autocannon from 'autocannon';
import { percentile } from '../rounds.ts';
import type { Load, Measured } from './load.ts';

/**
 * Makes calls in a separate process, so only the calls are measured. Responds to each load message.
 */
process.on('message', (load: Load) => {
  void run(load).then((measured) => process.send?.(measured));
});
process.on('disconnect', () => process.exit());

/** The first calls open connections, and do not count. */
const warmUpMs = 300;

/** A call without a response after this many seconds has failed. */
const longestCall = 120;

async function run({ url, headers, body, callers, ms }: Load): Promise<Measured> {
  const times: number[] = [];
  const start = performance.now() + warmUpMs;
  const end = start + ms;
  let last = start;
  let failure: string | undefined;
  let responses = 0;
  const { errors, timeouts } = await autocannon({
    url,
    method: 'POST',
    headers: { ...headers },
    body,
    connections: callers,
    // Callers end on their own.
    duration: (warmUpMs + ms) / 1000 + longestCall,
    timeout: longestCall,
    // How often it checks whether all have ended, in milliseconds.
    sampleInt: 50,
    setupClient(client) {
      client.on('response', (status, _bytes, time) => {
        responses += 1;
        if (status !== 200) failure ??= `${url} responded with ${status}.`;
        const now = performance.now();
        // Do not abort calls: the server would continue them during the next measurement.
        if (now >= end) return (client as unknown as { destroy(): void }).destroy();
        if (now < start) return;
        last = now;
        times.push(time);
      });
    },
  });
  if (errors + timeouts > 0)
    failure ??= `${url} left ${errors + timeouts} calls without a response.`;
  return {
    responses,
    perSecond: (times.length * 1000) / (last - start),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    failure,
  };
}
