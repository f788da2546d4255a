import { detailsCall, generateCall, startAltscribe } from '../peers/altscribe.ts';
import { bareDecodingCall, bareDetailsCall, startNodeDecoder } from '../peers/bare.ts';
import { round, summarise } from '../measure.ts';
import { atMost, type Part } from '../part.ts';
import { cleanJpeg, photograph } from '../pictures.ts';
import { spread, type Spread } from '../rounds.ts';
import { startCaller } from '../stage/caller.ts';
import type { Call } from '../stage/load.ts';
import { withServers } from './with-servers.ts';

const rounds = 10;
const everyMs = 5;
const ms = 3_000;
const photographers = 4;
const warmUp = { callers: 50, ms: 5_000 };

/** Until V8 has compiled what photographs come to, in milliseconds: there are ten of them a second. */
const photographsWarmUpMs = 40_000;

/** What details may take while photographs are decoded, p99, in times of what it takes else. */
const most = 2;

/** Calls of a server, and how long each call of details took, round by round. */
interface Contender {
  readonly details: Call;
  readonly photographs: Call;
  readonly quiet: number[][];
  readonly busy: number[][];
}

/**
 * How long account details take while photographs are decoded without a pause. Beside it the same for a
 * server that only responds and decodes: threads of one process share a core, and that alone takes time.
 */
export const decoding: Part = {
  name: 'decoding',
  title: 'Account details, one every 5 ms, while photographs are decoded',
  measure: (stage) =>
    withServers(async (keep) => {
      const service = await keep(startAltscribe(stage));
      const bare = await keep(startNodeDecoder());
      const caller = await keep(Promise.resolve(startCaller()));
      const bytes = await photograph();
      const own = contender(detailsCall(service), generateCall(service, bytes));
      const other = contender(bareDetailsCall(bare), bareDecodingCall(bare, bytes));
      await stage.run({ ...generateCall(service, await cleanJpeg('2kb')), ...warmUp });
      for (const { details, photographs } of [own, other]) {
        const load = stage.run({ ...photographs, callers: photographers, ms: photographsWarmUpMs });
        await caller.carryOut({ do: 'beat', call: details, ms: photographsWarmUpMs, everyMs });
        await load;
      }
      for (let n = 0; n < rounds; n += 1) {
        for (const { details, photographs, quiet, busy } of [own, other]) {
          const probe = () => caller.carryOut({ do: 'beat', call: details, ms, everyMs });
          quiet.push(await probe());
          const load = stage.run({ ...photographs, callers: photographers, ms: ms + 500 });
          busy.push(await probe());
          await load;
        }
      }
      const what = 'details while decoding, p99 in times quiet';
      return {
        rows: [...rows('Altscribe', own), ...rows('node:http with sharp', other)],
        targets: [atMost(what, most, timesQuiet(own))],
      };
    }),
};

function contender(details: Call, photographs: Call): Contender {
  return { details, photographs, quiet: [], busy: [] };
}

function rows(who: string, found: Contender): object[] {
  return [
    { who, meanwhile: 'nothing', ...figures(found.quiet), 'p99, times quiet': 1 },
    {
      who,
      meanwhile: `${photographers} callers with photographs`,
      ...figures(found.busy),
      'p99, times quiet': round(timesQuiet(found).median),
    },
  ];
}

function figures(times: readonly number[][]): object {
  const { count, p50, p99, max } = summarise(times.flat());
  return { calls: count, 'p50 ms': round(p50), 'p99 ms': round(p99), 'max ms': round(max) };
}

/** The ratio of all calls, as a round has six beyond its p99; the spread is that of the rounds. */
function timesQuiet({ quiet, busy }: Contender): Spread {
  const p99 = (times: readonly number[]) => summarise(times).p99;
  const each = busy.map((times, n) => p99(times) / p99(quiet[n] ?? []));
  return { ...spread(each), median: p99(busy.flat()) / p99(quiet.flat()) };
}
