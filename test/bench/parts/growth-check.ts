import { startPostgres } from '../../support/postgres/server.ts';
import { measureCosts, type Costs } from '../growth/costs.ts';
import { readRecording, withCosts, type Recording } from '../growth/recording.ts';
import { simulate } from '../growth/simulation/simulate.ts';
import { median, round } from '../measure.ts';
import type { Part } from '../part.ts';
import { generateCall, startAltscribe } from '../peers/altscribe.ts';
import { cleanJpeg } from '../pictures.ts';
import { moveAround } from '../stage/cores.ts';
import { withServers } from './with-servers.ts';

const processCounts = [1, 2, 4];
const callers = 50;
/** Until code is compiled, the service takes twice as long for a call. */
const warmUpMs = 10_000;
const [rounds, ms] = [3, 1_500];

/** What was measured with so many processes, as medians of rounds. */
interface Seen extends Costs {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** The simulation beside what is measured: all processes on one core, the database on another. */
export const growthCheck: Part = {
  name: 'growth-check',
  title: `Growth: simulated and measured on two cores, one user, ${callers} callers`,
  measure: (stage) =>
    withServers(async (keep) => {
      const recording = await readRecording();
      const server = await startPostgres({ isDurable: true });
      await keep(Promise.resolve({ stop: () => server.dispose() }));
      const database = await server.pid();
      moveAround(database);
      const picture = await cleanJpeg('2kb');
      const rows: object[] = [];
      for (const processes of processCounts) {
        const databaseUrl = await server.createDatabase();
        const env = { WEB_CONCURRENCY: String(processes) };
        const service = await startAltscribe(stage, { databaseUrl, env });
        try {
          const load = { ...generateCall(service, picture), callers, ms };
          await stage.run({ ...load, ms: warmUpMs });
          const seen: Seen[] = [];
          for (let n = 0; n < rounds; n += 1) {
            const pids = { service: service.pid, database };
            const { measured, ...costs } = await measureCosts(stage, pids, load);
            seen.push({ ...measured, ...costs });
          }
          rows.push(row(recording, processes, seen));
        } finally {
          await service.stop();
        }
      }
      return { rows };
    }),
};

function row(recording: Recording, processes: number, seen: readonly Seen[]) {
  const middle = (figure: keyof Seen) => median(seen.map((one) => one[figure]));
  const perSecond = middle('perSecond');
  const costs = {
    serviceMs: middle('serviceMs'),
    databaseMs: middle('databaseMs'),
    aroundMs: middle('aroundMs'),
  };
  const simulated = simulateBench(recording, processes);
  const withOwnCosts = simulateBench(withCosts(recording, costs), processes);
  const off = (rate: number) => `${round((rate / perSecond - 1) * 100)} %`;
  return {
    processes,
    'service, ms a call': round(costs.serviceMs),
    'database, ms a call': round(costs.databaseMs),
    'calls a second, measured': round(perSecond),
    'from – to': [Math.min, Math.max]
      .map((of) => round(of(...seen.map((one) => one.perSecond))))
      .join(' – '),
    simulated: round(simulated.perSecond),
    'off by': off(simulated.perSecond),
    'with these costs': round(withOwnCosts.perSecond),
    'is off by': off(withOwnCosts.perSecond),
    'p50 ms, measured': round(middle('p50')),
    'p50 ms, with these costs': round(withOwnCosts.added.p50),
    'p99 ms, measured': round(middle('p99')),
    'p99 ms, with these costs': round(withOwnCosts.added.p99),
  };
}

function simulateBench(recording: Recording, processes: number) {
  return simulate(
    recording,
    {
      processes,
      serviceCores: 1,
      databaseCores: 1,
      poolSize: 10,
      networkMs: 0,
      aroundMs: recording.aroundMs,
      // The stand-in answers at once; what it takes is processor time, which is counted as such.
      providerMs: 0,
      users: 1,
    },
    { callers },
    { warmUpMs: 2_000, ms: 8_000, seed: 1 },
  );
}
