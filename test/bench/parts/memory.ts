import { residentMemory } from '../../support/resident-memory.ts';
import { generateCall, startAltscribe } from '../peers/altscribe.ts';
import { atMost, type Part } from '../part.ts';
import { cleanJpeg } from '../images.ts';
import { round, spread } from '../rounds.ts';
import { withServers } from '../peers/server.ts';

const callers = 50;
const sliceMs = 5_000;
/**
 * Numbers of calls after which memory is measured; it must not grow between the first and the last.
 */
const stops = [0, 20_000, 50_000, 100_000, 150_000, 200_000];
/** Calls with larger images, after that. */
const largeCalls = 10_000;

const mostMb = 260;
/** Growth up to this is noise. */
const mostGrowth = 1.1;

/** Memory of the service over many calls. */
export const memory: Part = {
  name: 'memory',
  title: `Resident memory, ${callers} callers`,
  measure: (stage) =>
    withServers(async (keep) => {
      const service = await keep(startAltscribe(stage));
      const small = generateCall(service, await cleanJpeg('2kb'));
      const large = generateCall(service, await cleanJpeg('200kb'));
      const rows: object[] = [];
      const after: number[] = [];
      let calls = 0;
      let peak = 0;
      const look = async (size: string) => {
        const mb = (await residentMemory(service.pid)) / 1e6;
        peak = Math.max(peak, mb);
        rows.push({ calls, size, MB: round(mb) });
        return mb;
      };
      for (const stop of stops) {
        while (calls < stop)
          calls += (await stage.run({ ...small, callers, ms: sliceMs })).responses;
        after.push(await look('2kb'));
      }
      const [, first = NaN] = after;
      const last = after.at(-1) ?? NaN;
      const end = calls + largeCalls;
      while (calls < end) calls += (await stage.run({ ...large, callers, ms: sliceMs })).responses;
      await look('200kb');
      return {
        rows,
        targets: [
          atMost('memory, 2kb, MB', mostMb, spread(after.slice(1))),
          atMost(
            'memory after 200,000 calls, times after 20,000',
            mostGrowth,
            spread([last / first]),
          ),
          atMost('memory, highest, 200kb as well, MB', mostMb, spread([peak])),
        ],
      };
    }),
};
