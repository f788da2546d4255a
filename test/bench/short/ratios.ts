import { measureDetails } from '../parts/details.ts';
import { failing, healthy, measureGenerate } from '../parts/generate.ts';
import { cleanJpeg } from '../pictures.ts';
import { ratio, type Figure, type Rounds } from '../rounds.ts';
import type { Stage } from '../stage/stage.ts';
import type { Ratios } from './compare.ts';

const rounds: Rounds = { callers: 50, rounds: 4, ms: 800 };

/** The steadier one where the machine does other work, so that little is let pass as noise. */
const figure: Figure = 'perProcessorSecond';

/** The ratios that are watched, from one short run. */
export async function measureRatios(stage: Stage): Promise<Ratios> {
  const small = await measureGenerate(stage, await cleanJpeg('2kb'), rounds);
  const large = await measureGenerate(stage, await cleanJpeg('200kb'), rounds);
  const details = await measureDetails(stage, rounds);
  return {
    'generate 2kb, healthy, times Portkey': healthy(small, figure).median,
    'generate 2kb, failing over, times Portkey': failing(small, figure).median,
    'generate 200kb, healthy, times Portkey': healthy(large, figure).median,
    'generate 200kb, failing over, times Portkey': failing(large, figure).median,
    'details, times bare Koa': ratio(details[0], details[1], figure).median,
  };
}
