import { generateCall, startAltscribe } from '../peers/altscribe.ts';
import { portkeyCall, startPortkey } from '../peers/portkey.ts';
import { atMost, type Part } from '../part.ts';
import { cleanJpeg } from '../pictures.ts';
import { measureInTurns, row, spread } from '../rounds.ts';
import { withServers } from './with-servers.ts';

const counts = [1, 10, 50, 200];
const sizes = ['2kb', '200kb'] as const;

/** How many times the median the slowest of a hundred calls may take, at so many callers. */
const [most, atCallers] = [3, 50];

/** How the service and Portkey fare as there are more callers. */
export const callers: Part = {
  name: 'callers',
  title: 'Generate, by callers',
  measure: (stage) =>
    withServers(async (keep) => {
      const own = await keep(startAltscribe(stage));
      const portkey = await keep(startPortkey());
      const rows = [];
      const targets = [];
      for (const size of sizes) {
        const picture = await cleanJpeg(size);
        const contenders = [
          { name: 'Altscribe', server: own, call: generateCall(own, picture) },
          {
            name: 'Portkey',
            server: portkey,
            call: portkeyCall(portkey, stage, 'healthy', picture),
          },
        ];
        for (const count of counts) {
          const options = { callers: count, rounds: 3, ms: 1_000 + 15 * count };
          const runs = await measureInTurns(stage, contenders, options);
          rows.push(...runs.map((run) => row(run, { size, callers: count })));
          if (count !== atCallers) continue;
          const tails = runs[0]?.rounds.map(({ p99, p50 }) => p99 / p50) ?? [];
          const what = `generate ${size}, ${count} callers, p99 in times p50`;
          targets.push(atMost(what, most, spread(tails)));
        }
      }
      return { rows, targets };
    }),
};
