/**
 * `npm run bench:short`: fails if a ratio is below its committed value by more than runs differ.
 * `npm run bench:short -- --write` measures five times and writes new values.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { print } from '../../../service/cli/print.ts';
import { setup } from '../../support/build-service.ts';
import { round } from '../rounds.ts';
import { startStage } from '../stage/stage.ts';
import { compareRatios, makeBaselines, type Baselines, type Ratios } from './compare.ts';
import { measureRatios } from './ratios.ts';

const file = join(import.meta.dirname, 'baselines.json');
const runsToWrite = 5;

const { values } = parseArgs({ options: { write: { type: 'boolean' } } });
setup();
const stage = await startStage();
try {
  if (values.write) {
    const runs: Ratios[] = [];
    while (runs.length < runsToWrite) runs.push(await measureRatios(stage));
    const baselines = makeBaselines(runs);
    await writeFile(file, `${JSON.stringify(baselines, undefined, 2)}\n`);
    print(
      Object.entries(baselines).map(([what, { value, spread }]) => ({
        what,
        value: round(value),
        spread: round(spread),
      })),
      false,
    );
  } else {
    const baselines = JSON.parse(await readFile(file, 'utf8')) as Baselines;
    const verdicts = compareRatios(await measureRatios(stage), baselines);
    print(
      verdicts.map(({ name, ratio, least, isWorse }) => ({
        what: name,
        ratio: round(ratio),
        'at least': round(least),
        is: isWorse ? 'WORSE' : 'fine',
      })),
      false,
    );
    if (verdicts.some(({ isWorse }) => isWorse)) process.exitCode = 1;
  }
} finally {
  stage.stop();
}
