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

async function run({ url, headers, bodies, callers, ms }: Load): Promise<Measured> {
  const times: number[] = [];
  const start = performance.now() + warmUpMs;
  let end = start;
  let failure: string | undefined;
  let next = 0;
  const { errors } = await autocannon({
    url,
    method: 'POST',
    headers: { ...headers },
    connections: callers,
    duration: (warmUpMs + ms) / 1000,
    // It looks this often whether the time is over, in milliseconds.
    sampleInt: 50,
    timeout: 60,
    setupClient(client) {
      const caller = next++ % bodies.length;
      const own = bodies.filter((_, n) => n % callers === caller);
      client.setRequests(own.map((body) => ({ method: 'POST', body })));
      client.on('response', (status, _bytes, time) => {
        if (status !== 200) failure ??= `${url} responded with ${status}.`;
        const now = performance.now();
        if (now < start) return;
        end = now;
        times.push(time);
      });
    },
  });
  if (errors > 0) failure ??= `${url} broke ${errors} connections off.`;
  const { count, p50, p99, max } = summarise(times);
  return { calls: count, perSecond: (count * 1000) / (end - start), p50, p99, max, failure };
}
