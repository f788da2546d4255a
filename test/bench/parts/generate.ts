import { proxyCall, startNodeProxy } from '../peers/bare.ts';
import { generateCall, startAltscribe } from '../peers/altscribe.ts';
import { portkeyCall, startPortkey } from '../peers/portkey.ts';
import { atLeast, type Part } from '../part.ts';
import { cleanJpeg, type CleanSize } from '../images.ts';
import {
  figures,
  ratio,
  row,
  measureInTurns,
  type Contender,
  type Figure,
  type Rounds,
  type Run,
} from '../rounds.ts';
import type { Stage } from '../stage/stage.ts';
import { withServers, type Keep } from '../peers/server.ts';

export const usual: Rounds = { callers: 50, rounds: 3, ms: 3_000 };

/** Minimum ratios to Portkey, with a first provider that answers, and with one that fails. */
const least = { healthy: 1.5, failing: 2 };

/** Images of one size: compares the service with Portkey, and with a plain proxy. */
export function generatePart(size: CleanSize): Part {
  return {
    name: `generate-${size}`,
    title: `Generate, clean JPEG of ${size}, ${usual.callers} callers`,
    async measure(stage) {
      const runs = await measureGenerate(stage, await cleanJpeg(size));
      return {
        rows: runs.map((run) => row(run)),
        targets: figures.flatMap(([unit, figure]) => [
          atLeast(
            `generate ${size}, healthy, times Portkey, ${unit}`,
            least.healthy,
            healthy(runs, figure),
          ),
          atLeast(
            `generate ${size}, failing over, times Portkey, ${unit}`,
            least.failing,
            failing(runs, figure),
          ),
        ]),
      };
    },
  };
}

export function healthy([own, , peer]: readonly Run[], figure: Figure) {
  return ratio(own, peer, figure);
}

export function failing([, own, , peer]: readonly Run[], figure: Figure) {
  return ratio(own, peer, figure);
}

/**
 * Altscribe with a provider that answers and one that fails, and Portkey, which gets the provider
 * with each call.
 */
export async function startGateways(stage: Stage, keep: Keep) {
  return {
    own: await keep(startAltscribe(stage)),
    ownFailing: await keep(startAltscribe(stage, { health: 'failing' })),
    portkey: await keep(startPortkey()),
  };
}

/** The requests that ask each of them to describe an image. */
export function generateContenders(
  stage: Stage,
  { own, ownFailing, portkey }: Awaited<ReturnType<typeof startGateways>>,
  image: Buffer,
): Contender[] {
  return [
    { name: 'Altscribe', server: own, call: generateCall(own, image) },
    {
      name: 'Altscribe, failing over',
      server: ownFailing,
      call: generateCall(ownFailing, image),
    },
    { name: 'Portkey', server: portkey, call: portkeyCall(portkey, stage, 'healthy', image) },
    {
      name: 'Portkey, failing over',
      server: portkey,
      call: portkeyCall(portkey, stage, 'failing', image),
    },
  ];
}

function measureGenerate(stage: Stage, image: Buffer): Promise<Run[]> {
  return withServers(async (keep) => {
    const contenders = generateContenders(stage, await startGateways(stage, keep), image);
    const proxy = await keep(startNodeProxy(stage));
    const call = proxyCall(proxy, image);
    contenders.push({ name: 'node:http, passing on', server: proxy, call });
    return measureInTurns(stage, contenders, usual);
  });
}
