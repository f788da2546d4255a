import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { normalise } from '../../service/images/normalise.ts';
import { replaceFile } from '../../service/storage/lowdb/replace-file.ts';
import { summarise, time, type Times } from './measure.ts';
import { photograph } from './pictures.ts';

/** How long durable writes take alone, and while photographs are decoded. */
export interface FlushTimes {
  readonly alone: Times;
  readonly decoding: Times;
}

/** The writes come on a beat, whether or not the last one has ended. */
const everyMs = 20;
const durationMs = 4_000;

/** Decodes as many photographs at once as its argument says, and sends the times to its parent. */
const decodes = Number(process.argv[2]);
const folder = await mkdtemp(join(tmpdir(), 'altscribe-bench-'));
const bytes = await photograph();
await normalise(bytes);

const alone = await measure(() => sleep(durationMs));
const decoding = await measure(async () => {
  const end = performance.now() + durationMs;
  await Promise.all(
    Array.from({ length: decodes }, async () => {
      while (performance.now() < end) await normalise(bytes);
    }),
  );
});
await rm(folder, { recursive: true });
process.send?.({ alone, decoding } satisfies FlushTimes);

async function measure(work: () => Promise<void>): Promise<Times> {
  const writes: Promise<number>[] = [];
  const write = () => replaceFile(join(folder, `${writes.length}.json`), '{"credits":1}');
  const beat = setInterval(() => writes.push(time(write)), everyMs);
  await work().finally(() => clearInterval(beat));
  return summarise(await Promise.all(writes));
}
