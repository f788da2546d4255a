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
      const [databasePid = ''] = (
        await readFile(join(server.data, 'postmaster.pid'), 'utf8')
      ).split('\n');
      moveAround(Number(databasePid));
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
          call: makeCall(service),
        }));
        const runs = await measureInTurns(stage, contenders, usual);
        for (const [n, run] of runs.entries()) {
          const { service } = services[n] ?? {};
          const call = contenders[n]?.call;
          if (!service || !call) continue;
          const pids = [service.pid, Number(databasePid)];
          const before = await Promise.all(pids.map(processorTime));
          const { responses } = await stage.run({ ...call, ...usual });
          const after = await Promise.all(pids.map(processorTime));
          const [own, database] = after.map((ms, i) =>
            round((ms - (before[i] ?? NaN)) / responses),
          );
          rows.push({
            ...row(run, { operation }),
            'processor ms a call': own,
            'database, ms a call': database,
          });
        }
      }
      return { rows };
    }),
};
