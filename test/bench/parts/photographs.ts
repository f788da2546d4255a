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

/** Photographs through the service, beside what only decodes them, on the same core. */
export const photographs: Part = {
  name: 'photographs',
  title: 'Photographs of 12 megapixels, 3 MB',
  measure: (stage) =>
    withServers(async (keep) => {
      const bytes = await photograph();
      const service = await keep(startAltscribe(stage));
      const call = generateCall(service, bytes);
      const sharpAlone = await keep(startDecoder('sharp', bytes));
      const sameCode = await keep(startDecoder('service', bytes));
      await stage.run({ ...generateCall(service, await cleanJpeg('2kb')), ...warmUp });
      const through = {
        who: 'Altscribe',
        rates: [] as number[],
        decode: async () => (await stage.run({ ...call, ...load })).perSecond,
      };
      const alone = { who: 'sharp alone', rates: [] as number[], decode: sharpAlone.decode };
      const asWeDo = {
        who: 'sharp alone, called as Altscribe does',
        rates: [] as number[],
        decode: sameCode.decode,
      };
      const contenders = [through, alone, asWeDo];
      for (const { decode } of contenders) await decode();
      for (let n = 0; n < rounds; n += 1) {
        for (const { rates, decode } of n % 2 ? contenders.toReversed() : contenders) {
          rates.push(await decode());
        }
      }
      const ratio = ratioOfMedians(through.rates, alone.rates);
      return {
        rows: contenders.map(({ who, rates }) => ({
          who,
          'photographs a second': round(median(rates)),
        })),
        targets: [atLeast('photographs, times sharp alone', least, ratio)],
      };
    }),
};

/** Decodes a photograph over and over, as many at once as it has cores; returns how many a second. */
async function startDecoder(how: 'sharp' | 'service', bytes: Buffer) {
  const child = startModule('measured', 'peers/decode-process.ts', [how]);
  await ask(child, bytes);
  return {
    decode: () => ask(child, load.ms) as Promise<number>,
    stop() {
      child.disconnect();
      return Promise.resolve();
    },
  };
}
