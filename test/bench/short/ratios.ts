import { failing, generateContenders, healthy, startGateways } from '../parts/generate.ts';
import { withServers } from '../peers/server.ts';
import { detailsCall } from '../peers/altscribe.ts';
import { bareDetailsCall, startBareKoa } from '../peers/bare.ts';
import { cleanJpeg } from '../images.ts';
import { measureInTurns, ratio, type Figure, type Rounds } from '../rounds.ts';
import type { Stage } from '../stage/stage.ts';
import type { Ratios } from './compare.ts';

const rounds: Rounds = { callers: 50, rounds: 5, ms: 700, warmUpMs: 1_500 };

/** The first calls of a server: they compile much of the code of the later ones. */
const first: Rounds = { ...rounds, warmUpMs: 6_000 };

/** The figure that varies less if the machine does other work, so little passes as noise. */
const figure: Figure = 'perProcessorSecond';

/** The watched ratios, from one short run. */
export function measureRatios(stage: Stage): Promise<Ratios> {
  return withServers(async (keep) => {
    const gateways = await startGateways(stage, keep);
    const koa = await keep(startBareKoa());
    const generate = async (size: '2kb' | '200kb', how: Rounds) =>
      measureInTurns(stage, generateContenders(stage, gateways, await cleanJpeg(size)), how);
    const small = await generate('2kb', first);
    const large = await generate('200kb', rounds);
    const details = await measureInTurns(
      stage,
      [
        { name: 'Altscribe', server: gateways.own, call: detailsCall(gateways.own) },
        { name: 'bare Koa', server: koa, call: bareDetailsCall(koa) },
      ],
      rounds,
    );
    return {
      'generate 2kb, healthy, times Portkey': healthy(small, figure).median,
      'generate 2kb, failing over, times Portkey': failing(small, figure).median,
      'generate 200kb, healthy, times Portkey': healthy(large, figure).median,
      'generate 200kb, failing over, times Portkey': failing(large, figure).median,
      'details, times bare Koa': ratio(details[0], details[1], figure).median,
    };
  });
}
