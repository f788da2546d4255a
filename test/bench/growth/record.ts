import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres, type Postgres } from '../../support/postgres/server.ts';
import { withServers } from '../parts/with-servers.ts';
import { generateCall, startAltscribe } from '../peers/altscribe.ts';
import { cleanJpeg } from '../pictures.ts';
import { moveAround } from '../stage/cores.ts';
import type { Stage } from '../stage/stage.ts';
import { measureCosts } from './costs.ts';
import { makeRecording, type Findings } from './make-recording.ts';
import {
  countStatements,
  nameOf,
  readSteps,
  timesOfStatements,
  type Event,
} from './read-events.ts';
import type { Recording } from './recording.ts';

const sources = join(import.meta.dirname, '../../../service');

/** So many that no two calls of one come in the same second. */
const users = 2_000;
const callers = 50;
/** Until code is compiled, the service takes twice as long for a call. */
const warmUpCalls = 6_000;
const loadMs = 3_000;
const behindMs = 2_500;
const singleMs = 4_000;

const settings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
  track_wal_io_timing: 'on',
};

/** Records calls of one process on PostgreSQL: what they cost together, and their steps one by one. */
export function record(stage: Stage): Promise<Recording> {
  return withServers(async (keep) => {
    const folder = await mkdtemp(join(tmpdir(), 'altscribe-bench-'));
    await keep(Promise.resolve({ stop: () => rm(folder, { recursive: true }) }));
    const server = await startPostgres({ isDurable: true, settings });
    await keep(Promise.resolve({ stop: () => server.dispose() }));
    const databasePid = await server.pid();
    moveAround(databasePid);
    const databaseUrl = await server.createDatabase();
    await server.run(databaseUrl, 'CREATE EXTENSION pg_stat_statements');
    const file = join(folder, 'calls.json');
    const recorder = join(import.meta.dirname, 'record-calls.js');
    // From its sources: what is built has its packages inside, where nobody can listen to them.
    const service = await startAltscribe(stage, {
      databaseUrl,
      users,
      main: join(sources, 'main.ts'),
      env: {
        NODE_OPTIONS: `--import ${import.meta.resolve('tsx')} --import ${recorder}`,
        TSX_TSCONFIG_PATH: join(sources, 'tsconfig.json'),
        CALLS_FILE: file,
      },
    });
    const picture = await cleanJpeg('2kb');
    const ofMany = generateCall(service, picture, users);
    for (let calls = 0; calls < warmUpCalls;) {
      calls += (await stage.run({ ...ofMany, callers, ms: loadMs })).responses;
    }
    await server.run(databaseUrl, 'SELECT pg_stat_statements_reset()');

    const loadFrom = Date.now();
    const pids = { service: service.pid, database: databasePid };
    const { measured, ...costs } = await measureCosts(stage, pids, {
      ...ofMany,
      callers,
      ms: loadMs,
    });
    const loadTo = Date.now();

    // What is behind the last responses is written now, alone.
    await sleep(behindMs);
    await server.run(databaseUrl, "SELECT pg_stat_reset_shared('io')");
    const ownerFrom = Date.now();
    await stage.run({ ...generateCall(service, picture), callers: 1, ms: singleMs });
    const ownerTo = Date.now();
    const found = await readDatabase(server, databaseUrl);
    await service.stop();

    const all = JSON.parse(await readFile(file, 'utf8')) as Event[];
    const during = (from: number, to: number) => all.filter(({ at }) => at >= from && at <= to);
    const made = countStatements(during(loadFrom, loadTo));
    return makeRecording(readSteps(during(ownerFrom, ownerTo)), {
      ...found,
      statementTimes: timesOfStatements(during(loadTo, ownerTo)),
      ...costs,
      made: new Map([...made].map(([name, count]) => [name, count / measured.responses])),
    });
  });
}

/** What the database itself says of flushes and statements. */
async function readDatabase(
  server: Postgres,
  url: string,
): Promise<Pick<Findings, 'flushMs' | 'executed'>> {
  const [flush] = await server.run(
    url,
    `SELECT sum(fsync_time + write_time) / sum(fsyncs) AS ms FROM pg_stat_io WHERE object = 'wal'`,
  );
  const shares = await server.run(
    url,
    `SELECT query, total_exec_time / (total_plan_time + total_exec_time) AS share
     FROM pg_stat_statements WHERE total_exec_time > 0`,
  );
  const named = shares.flatMap(({ query, share }) => {
    const name = nameOf(String(query));
    return name === undefined ? [] : [[name, Number(share)] as const];
  });
  return { flushMs: Number(flush?.['ms']), executed: new Map(named) };
}
