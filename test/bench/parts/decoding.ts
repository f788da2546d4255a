import { detailsCall, generateCall, startAltscribe } from '../peers/altscribe.ts';
import { round, summarise } from '../measure.ts';
import { atMost, type Part } from '../part.ts';
import { photograph } from '../pictures.ts';
import { ratioOfMedians } from '../rounds.ts';
import { startCaller } from '../stage/caller.ts';
import { withServers } from './with-servers.ts';

const rounds = 10;
const everyMs = 5;
const ms = 3_000;
const photographers = 4;

/** What details may take while photographs are decoded, p99, in times of what it takes else. */
const most = 2;

/** How long account details take while photographs are decoded without a pause. */
export const decoding: Part = {
  name: 'decoding',
  title: 'Account details, one every 5 ms, while photographs are decoded',
  measure: (stage) =>
    withServers(async (keep) => {
      const service = await keep(startAltscribe(stage));
      const caller = await keep(Promise.resolve(startCaller()));
      const photographs = generateCall(service, await photograph());
      const probe = () => caller.carryOut({ do: 'beat', call: detailsCall(service), ms, everyMs });
      await stage.run({ ...photographs, callers: photographers, ms });
      await probe();
      const quiet: number[][] = [];
      const busy: number[][] = [];
      for (let n = 0; n < rounds; n += 1) {
        quiet.push(await probe());
        const load = stage.run({ ...photographs, callers: photographers, ms: ms + 500 });
        busy.push(await probe());
        await load;
      }
      const row = (what: string, times: number[][]) => {
        const { count, p50, p99, max } = summarise(times.flat());
        const figures = { 'p50 ms': round(p50), 'p99 ms': round(p99), 'max ms': round(max) };
        return { meanwhile: what, calls: count, ...figures };
      };
      const tails = (times: number[][]) => times.map((each) => summarise(each).p99);
      return {
        rows: [row('nothing', quiet), row(`${photographers} callers with photographs`, busy)],
        targets: [
          atMost(
            'details while decoding, p99 in times quiet',
            most,
            ratioOfMedians(tails(busy), tails(quiet)),
          ),
        ],
      };
    }),
};
