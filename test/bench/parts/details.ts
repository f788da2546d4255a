import { detailsCall, startAltscribe } from '../peers/altscribe.ts';
import { bareDetailsCall, startBareKoa, startNodeHttp } from '../peers/bare.ts';
import { atLeast, type Part } from '../part.ts';
import { figures, measureInTurns, ratio, row, type Run } from '../rounds.ts';
import type { Stage } from '../stage/stage.ts';
import { usual } from './generate.ts';
import { withServers } from '../peers/server.ts';

const least = 0.35;

/** Plan and credits: compares the service with a Koa and a Node.js that only respond. */
export const details: Part = {
  name: 'details',
  title: `Account details, ${usual.callers} callers`,
  async measure(stage) {
    const runs = await measureDetails(stage);
    return {
      rows: runs.map((run) => row(run)),
      targets: figures.map(([unit, figure]) =>
        atLeast(`details, times bare Koa, ${unit}`, least, ratio(runs[0], runs[1], figure)),
      ),
    };
  },
};

function measureDetails(stage: Stage): Promise<Run[]> {
  return withServers(async (keep) => {
    const own = await keep(startAltscribe(stage));
    const koa = await keep(startBareKoa());
    const node = await keep(startNodeHttp());
    const contenders = [
      { name: 'Altscribe', server: own, call: detailsCall(own) },
      { name: 'bare Koa', server: koa, call: bareDetailsCall(koa) },
      { name: 'node:http', server: node, call: bareDetailsCall(node) },
    ];
    return measureInTurns(stage, contenders, usual);
  });
}
