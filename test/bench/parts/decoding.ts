import { detailsCall, generateCall, startAltscribe } from '../peers/altscribe.ts';
import { bareDecodingCall, bareDetailsCall, startNodeDecoder } from '../peers/bare.ts';
import { median, round, summarise, type Times } from '../measure.ts';
import { atMost, type Part } from '../part.ts';
import { photograph } from '../pictures.ts';
import { ratioOfMedians } from '../rounds.ts';
import { startCaller, type Caller } from '../stage/caller.ts';
import { startLoadGenerator, type Call, type Measured } from '../stage/load.ts';
import type { Stage } from '../stage/stage.ts';
import { usual } from './generate.ts';
import { withServers } from './with-servers.ts';

const rounds = 5;
const ms = 3_000;
const everyMs = 5;
const photographers = 4;
const warmUpMs = 5_000;

/** Until V8 has compiled what photographs come to, in milliseconds: there are ten of them a second. */
const photographsWarmUpMs = 40_000;

/** What details may take while photographs are decoded, p99, in times of what it takes else. */
const most = 2;

type Latency = Pick<Times, 'p50' | 'p99'>;

interface Server {
  readonly who: string;
  readonly details: Call;
  readonly photographs: Call;
}

/** How details are called for. */
interface Pace {
  readonly name: string;
  run(details: Call): Promise<Latency>;
}

/** What a server's calls of details took at a pace, round by round, and how many photographs came. */
interface Run {
  readonly who: string;
  readonly pace: string;
  readonly quiet: Latency[];
  readonly busy: Latency[];
  readonly photographs: number[];
}

/**
 * How long account details take while photographs are decoded without a pause. Beside it the same for a
 * server that only responds and decodes: threads of one process share a core, and that alone takes time.
 */
export const decoding: Part = {
  name: 'decoding',
  title: 'Account details while photographs are decoded',
  measure: (stage) =>
    withServers(async (keep) => {
      const service = await keep(startAltscribe(stage));
      const bare = await keep(startNodeDecoder());
      const caller = await keep(Promise.resolve(startCaller()));
      const bytes = await photograph();
      const photographer = await keep(Promise.resolve(startLoadGenerator()));
      const servers: Server[] = [
        {
          who: 'Altscribe',
          details: detailsCall(service),
          photographs: generateCall(service, bytes),
        },
        {
          who: 'node:http with sharp',
          details: bareDetailsCall(bare),
          photographs: bareDecodingCall(bare, bytes),
        },
      ];
      const runs: Run[] = [];
      for (const server of servers) {
        const { details, photographs } = server;
        await stage.run({ ...details, callers: usual.callers, ms: warmUpMs });
        const load = { ...photographs, callers: photographers };
        const decoded = photographer.run({ ...load, ms: photographsWarmUpMs });
        await caller.carryOut({ do: 'beat', call: details, ms: photographsWarmUpMs, everyMs });
        await decoded;
        for (const pace of paces(stage, caller)) {
          runs.push(await measureAt(pace, server, () => photographer.run({ ...load, ms })));
        }
      }
      const what = `details while decoding, ${usual.callers} callers, p99 in times quiet`;
      return {
        rows: runs.map(row),
        targets: runs.slice(0, 1).map((run) => atMost(what, most, timesQuiet(run))),
      };
    }),
};

async function measureAt(
  pace: Pace,
  { who, details }: Server,
  decode: () => Promise<Measured>,
): Promise<Run> {
  const run: Run = { who, pace: pace.name, quiet: [], busy: [], photographs: [] };
  for (let n = 0; n < rounds; n += 1) {
    run.quiet.push(await pace.run(details));
    const meanwhile = decode();
    run.busy.push(await pace.run(details));
    run.photographs.push((await meanwhile).perSecond);
  }
  return run;
}

/** The first is the one that everything else is measured at. */
function paces(stage: Stage, caller: Caller): Pace[] {
  return [
    ...[usual.callers, 10, 1].map((callers) => ({
      name: `${callers} at once`,
      run: (details: Call) => stage.run({ ...details, callers, ms }),
    })),
    {
      name: `one every ${everyMs} ms`,
      run: async (details) =>
        summarise(await caller.carryOut({ do: 'beat', call: details, ms, everyMs })),
    },
  ];
}

function row(run: Run): object {
  const middle = (latencies: readonly Latency[], which: keyof Latency) =>
    round(median(latencies.map((latency) => latency[which])));
  return {
    who: run.who,
    details: run.pace,
    'quiet p50 ms': middle(run.quiet, 'p50'),
    'quiet p99 ms': middle(run.quiet, 'p99'),
    'decoding p50 ms': middle(run.busy, 'p50'),
    'decoding p99 ms': middle(run.busy, 'p99'),
    'p99, times quiet': round(timesQuiet(run).median),
    'photographs a second': round(median(run.photographs)),
  };
}

function timesQuiet({ quiet, busy }: Run) {
  const tails = (latencies: readonly Latency[]) => latencies.map(({ p99 }) => p99);
  return ratioOfMedians(tails(busy), tails(quiet));
}
