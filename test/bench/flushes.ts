import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { decodesAtOnce } from '../../service/images/decoding-queue.ts';
import type { FlushTimes } from './flush-process.ts';
import { round } from './measure.ts';

/** What a process has: so many cores (other machines' are only pretended), and threads in its pool. */
const machines = [
  { cores: 2, threads: 4 },
  { cores: 2, threads: 24 },
  { cores: 16, threads: 4 },
  { cores: 16, threads: 24 },
];

/**
 * How long a durable write waits while photographs are decoded: sharp, flushes and look-ups of hosts
 * share libuv's pool. Beside each machine stands what it was when every core but one decoded,
 * whatever the pool.
 */
export async function measureFlushes() {
  const rows = [];
  for (const { cores, threads } of machines) {
    const kept = decodesAtOnce({ cores, threads, processes: 1 });
    for (const decodes of new Set([kept, cores - 1])) {
      const { alone, decoding } = await run(decodes, threads);
      rows.push({
        cores,
        threads,
        'decoded at once': decodes,
        'p50 alone ms': round(alone.p50),
        'p50 ms': round(decoding.p50),
        'p99 ms': round(decoding.p99),
        'p99 ratio': round(decoding.p99 / alone.p99),
      });
    }
  }
  return rows;
}

async function run(decodes: number, threads: number): Promise<FlushTimes> {
  const child = fork(join(import.meta.dirname, 'flush-process.ts'), [String(decodes)], {
    env: { ...process.env, UV_THREADPOOL_SIZE: String(threads) },
  });
  const [times] = (await once(child, 'message')) as [FlushTimes];
  return times;
}
