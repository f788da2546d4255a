import { generateCall, startAltscribe } from '../peers/altscribe.ts';
import { median, round } from '../measure.ts';
import { atLeast, type Part } from '../part.ts';
import { cleanJpeg, photograph } from '../pictures.ts';
import { ratioOfMedians } from '../rounds.ts';
import { ask } from '../stage/ask.ts';
import { startModule } from '../stage/cores.ts';
import { withServers } from './with-servers.ts';

const least = 0.9;
// A round has some 35 photographs, so that one more or less is 3 %.
const rounds = 10;
const load = { callers: 4, ms: 5_000 };

/** Until code is compiled, a call takes twice as long: photographs alone would take minutes for that. */
const warmUp = { callers: 50, ms: 5_000 };

/** Photographs through the service, beside what decodes them alone on the same core. */
export const photographs: Part = {
  name: 'photographs',
  title: 'Photographs of 12 megapixels, 3 MB',
  measure: (stage) =>
    withServers(async (keep) => {
      const bytes = await photograph();
      const service = await keep(startAltscribe(stage));
      const call = generateCall(service, bytes);
      const decoder = await keep(startDecoder(bytes));
      await stage.run({ ...generateCall(service, await cleanJpeg('2kb')), ...warmUp });
      await stage.run({ ...call, ...load });
      await decoder.decode(load.ms);
      const through: number[] = [];
      const alone: number[] = [];
      for (let n = 0; n < rounds; n += 1) {
        const runs = [
          async () => through.push((await stage.run({ ...call, ...load })).perSecond),
          async () => alone.push(await decoder.decode(load.ms)),
        ];
        for (const run of n % 2 ? runs.toReversed() : runs) await run();
      }
      return {
        rows: [
          { who: 'Altscribe', 'photographs a second': round(median(through)) },
          { who: 'sharp alone', 'photographs a second': round(median(alone)) },
        ],
        targets: [atLeast('photographs, times sharp alone', least, ratioOfMedians(through, alone))],
      };
    }),
};

/** Decodes a photograph over and over, as many at once as it has cores; returns how many a second. */
async function startDecoder(bytes: Buffer) {
  const child = startModule('measured', 'peers/decode-process.ts');
  await ask(child, bytes);
  return {
    decode: (ms: number) => ask(child, ms) as Promise<number>,
    stop() {
      child.disconnect();
      return Promise.resolve();
    },
  };
}
