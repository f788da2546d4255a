/**
 * `npm run bench`: compares the service with the alternatives, in one run of about ten minutes. `npm
 * run bench -- --only generate-200kb,details` runs some parts, `--list` names them. Everything is on
 * loopback.
 */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { print } from '../../service/cli/print.ts';
import { setup } from '../support/build-service.ts';
import { clickToText } from './editor/click-to-text.ts';
import type { Found, Part } from './part.ts';
import { details } from './parts/details.ts';
import { generatePart } from './parts/generate.ts';
import { memory } from './parts/memory.ts';
import { start } from './parts/start.ts';
import { saveResult, writeReport } from './results.ts';
import { round } from './rounds.ts';
import { arePinned } from './stage/cores.ts';
import { startStage } from './stage/stage.ts';

const parts: readonly Part[] = [
  generatePart('2kb'),
  generatePart('200kb'),
  details,
  start,
  memory,
  clickToText,
];

const { values } = parseArgs({ options: { only: { type: 'string' }, list: { type: 'boolean' } } });
const wanted = values.only?.split(',');
const unknown = wanted?.filter((name) => !parts.some((part) => part.name === name)) ?? [];
if (values.list || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no ${unknown.join(', ')}. There is:`);
  console.log(parts.map(({ name, title }) => `${name.padEnd(16)} ${title}`).join('\n'));
  process.exit(unknown.length > 0 ? 1 : 0);
}

setup();
const machine = [
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores`,
  `Node.js ${process.version}`,
  arePinned ? 'pinned to cores' : 'not pinned to cores, so figures vary more',
  `load ${loadavg()[0]?.toFixed(1) ?? '?'} before`,
].join(', ');
console.log(`${machine}.`);
const stage = await startStage();
try {
  for (const part of parts.filter(({ name }) => wanted?.includes(name) ?? true)) {
    console.log(`\n${part.title}\n`);
    const found = await part.measure(stage);
    show(found);
    await saveResult(part, found, machine);
    await writeReport(parts);
  }
} finally {
  stage.stop();
}

function show({ rows, targets = [], remarks = [] }: Found): void {
  print(rows, false);
  for (const { what, wanted: limit, median, low, high, isMet } of targets) {
    const figures = `${round(median)} (${round(low)} to ${round(high)})`;
    console.log(`${what}: ${figures}, ${limit}: ${isMet ? 'met' : 'NOT MET'}`);
  }
  for (const remark of remarks) console.log(remark);
}
