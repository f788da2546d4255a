import autocannon from 'autocannon';
import { summarise } from '../measure.ts';
import type { Load, Measured } from './load.ts';

/** Makes calls in a process of its own, so that only the calls are measured: each load is answered. */
process.on('message', (load: Load) => {
  void run(load).then((measured) => process.send?.(measured));
});
process.on('disconnect', () => process.exit());

/** The first calls open connections, and do not count. */
const warmUpMs = 300;

/** A caller that waits longer than this for a response has got none, in seconds. */
const longestCall = 120;

async function run({ url, headers, bodies, callers, ms }: Load): Promise<Measured> {
  const times: number[] = [];
  const start = performance.now() + warmUpMs;
  const end = start + ms;
  let last = start;
  let failure: string | undefined;
  let next = 0;
  let responses = 0;
  const { errors, timeouts } = await autocannon({
    url,
    method: 'POST',
    headers: { ...headers },
    connections: callers,
    // Callers end by themselves.
    duration: (warmUpMs + ms) / 1000 + longestCall,
    timeout: longestCall,
    // It looks this often whether all have ended, in milliseconds.
    sampleInt: 50,
    setupClient(client) {
      const caller = next++ % bodies.length;
      const own = bodies.filter((_, n) => n % callers === caller);
      client.setRequests(own.map((body) => ({ method: 'POST', body })));
      client.on('response', (status, _bytes, time) => {
        responses += 1;
        if (status !== 200) failure ??= `${url} responded with ${status}.`;
        const now = performance.now();
        // Nobody hangs up on a call: the server would go on with it while the next one is measured.
        if (now >= end) return (client as unknown as { destroy(): void }).destroy();
        if (now < start) return;
        last = now;
        times.push(time);
      });
    },
  });
  if (errors + timeouts > 0)
    failure ??= `${url} left ${errors + timeouts} calls without a response.`;
  const { count, p50, p99, max } = summarise(times);
  const perSecond = (count * 1000) / (last - start);
  return { calls: count, responses, perSecond, p50, p99, max, failure };
}
