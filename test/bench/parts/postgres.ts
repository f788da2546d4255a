import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startPostgres } from '../../support/postgres/server.ts';
import { round } from '../measure.ts';
import type { Part } from '../part.ts';
import { detailsCall, generateCall, startAltscribe, type Altscribe } from '../peers/altscribe.ts';
import { cleanJpeg } from '../pictures.ts';
import { measureInTurns, row } from '../rounds.ts';
import { processorTime } from '../stage/processor-time.ts';
import { moveAround } from '../stage/cores.ts';
import { usual } from './generate.ts';
import { withServers } from './with-servers.ts';

const processCounts = [1, 2, 4];

/** Files and PostgreSQL, with one process and with several on the same core. */
export const postgres: Part = {
  name: 'postgres',
  title: `Files and PostgreSQL, ${usual.callers} callers`,
  measure: (stage) =>
    withServers(async (keep) => {
      const server = await startPostgres({ isDurable: true });
      await keep(Promise.resolve({ stop: () => server.dispose() }));
      const [setting] = await server.run(server.address('postgres'), 'SHOW data_directory');
      const folder = String(setting?.['data_directory']);
      const pidFile = await readFile(join(folder, 'postmaster.pid'), 'utf8');
      const databasePid = Number(pidFile.split('\n')[0]);
      moveAround(databasePid);
      const services = [{ name: 'files', service: await keep(startAltscribe(stage)) }];
      for (const processes of processCounts) {
        const databaseUrl = await server.createDatabase();
        const env = { WEB_CONCURRENCY: String(processes) };
        const service = await keep(startAltscribe(stage, { databaseUrl, env }));
        services.push({ name: `PostgreSQL, processes: ${processes}`, service });
      }
      const picture = await cleanJpeg('2kb');
      const operations = [
        ['generate 2kb', (service: Altscribe) => generateCall(service, picture)],
        ['details', detailsCall],
      ] as const;
      const rows: object[] = [];
      for (const [operation, makeCall] of operations) {
        const contenders = services.map(({ name, service }) => ({
          name,
          server: service,
          call: makeCall(service),
        }));
        const runs = await measureInTurns(stage, contenders, usual);
        for (const [n, { call }] of contenders.entries()) {
          const before = await processorTime(databasePid);
          const { responses } = await stage.run({ ...call, ...usual });
          const ms = (await processorTime(databasePid)) - before;
          const run = runs[n];
          if (!run) continue;
          // With files, it only does its own chores.
          const database = n === 0 ? undefined : round(ms / responses);
          rows.push({ ...row(run, { operation }), 'database, ms a call': database });
        }
      }
      return { rows };
    }),
};
