import { setTimeout as sleep } from 'node:timers/promises';
import { round, summarise, type Times } from './measure.ts';
import type { Sample } from './pictures.ts';
import type { Stage } from './stage.ts';

const rounds = 8;
const photographs = 10;
const everyMs = 5;
const idleMs = 3_000;
const pauseMs = 500;

/** What the details operation may take while photographs are decoded, p99, in milliseconds. */
const most = 50;

/**
 * How long the details operation takes while ten photographs are decoded at once. It is asked on a
 * beat, whether or not the last answer has come, since a caller that waits would miss the slow ones.
 */
export async function measureResponsiveness(stage: Stage, large: Sample) {
  const sender = stage.startSender(stage.generateBody(large.bytes));
  await sender.send(photographs);
  const idle = summarise(await probe(stage, () => sleep(idleMs)));
  const busy: number[][] = [];
  let decodingMs = Infinity;
  for (let i = 0; i < rounds; i += 1) {
    await sleep(pauseMs);
    const send = async () => {
      decodingMs = Math.min(decodingMs, await sender.send(photographs));
    };
    busy.push(await probe(stage, send));
  }
  sender.stop();
  const all = summarise(busy.flat());
  const sorted = busy.map(summarise).toSorted((one, other) => one.p99 - other.p99);
  const row = (what: string, times: Times | undefined) => ({
    'details operation': what,
    calls: times?.count,
    'p50 ms': round(times?.p50 ?? NaN),
    'p99 ms': round(times?.p99 ?? NaN),
    'max ms': round(times?.max ?? NaN),
  });
  return {
    rows: [
      row('nothing else', idle),
      row(`ten photographs, ${rounds} rounds`, all),
      row('of these, the quietest round', sorted[0]),
      row('of these, the worst round', sorted.at(-1)),
    ],
    remarks: [
      `Ten times ${large.name}: ${round(decodingMs)} ms in the fastest of ${rounds} rounds.`,
      `p99 is to be under ${most} ms: ${all.p99 < most ? 'met' : 'MISSED'}.`,
    ],
  };
}

/** The times of details calls, one every few milliseconds while some work lasts. */
async function probe(stage: Stage, work: () => Promise<void>): Promise<number[]> {
  const calls: Promise<number>[] = [];
  const ask = async () => {
    const start = performance.now();
    await stage.details();
    return performance.now() - start;
  };
  const beat = setInterval(() => calls.push(ask()), everyMs);
  await work().finally(() => clearInterval(beat));
  return Promise.all(calls);
}
