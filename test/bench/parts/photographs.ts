import { generateCall, startAltscribe } from '../peers/altscribe.ts';
import { median, round } from '../measure.ts';
import { atLeast, type Part } from '../part.ts';
import { photograph } from '../pictures.ts';
import { spread } from '../rounds.ts';
import { ask } from '../stage/ask.ts';
import { startModule } from '../stage/cores.ts';
import { withServers } from './with-servers.ts';

const least = 0.9;
const rounds = 4;
const load = { callers: 4, ms: 5_000 };

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
      await stage.run({ ...call, ...load });
      await decoder.decode(load.ms);
      const through: number[] = [];
      const alone: number[] = [];
      for (let n = 0; n < rounds; n += 1) {
        through.push((await stage.run({ ...call, ...load })).perSecond);
        alone.push(await decoder.decode(load.ms));
      }
      const shares = through.map((rate, n) => rate / (alone[n] ?? NaN));
      return {
        rows: [
          { who: 'Altscribe', 'photographs a second': round(median(through)) },
          { who: 'sharp alone', 'photographs a second': round(median(alone)) },
        ],
        targets: [atLeast('photographs, times sharp alone', least, spread(shares))],
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
