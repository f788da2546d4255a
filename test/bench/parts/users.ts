import { generateCall, startAltscribe } from '../peers/altscribe.ts';
import type { Part } from '../part.ts';
import { cleanJpeg } from '../pictures.ts';
import { measureInTurns, row } from '../rounds.ts';
import { usual } from './generate.ts';
import { withServers } from './with-servers.ts';

const counts = [1, 400, 4_000];

/** The same calls at the cost of few users and of many, on files. */
export const users: Part = {
  name: 'users',
  title: `Generate, clean JPEG of 2kb, ${usual.callers} callers, by users`,
  measure: (stage) =>
    withServers(async (keep) => {
      const service = await keep(startAltscribe(stage, { users: Math.max(...counts) }));
      const picture = await cleanJpeg('2kb');
      const contenders = counts.map((count) => ({
        name: `${count} users`,
        server: service,
        call: generateCall(service, picture, count),
      }));
      const runs = await measureInTurns(stage, contenders, usual);
      return { rows: runs.map((run) => row(run)) };
    }),
};
