import { availableParallelism, loadavg } from 'node:os';
import { print } from '../../service/cli/print.ts';
import { setup } from '../support/build-service.ts';
import { measureFlushes } from './flushes.ts';
import { measureLowdb } from './ledger/lowdb.ts';
import { measurePostgres } from './ledger/postgres.ts';
import { measureOverhead } from './overhead.ts';
import { cleanJpeg, jpegWithExif, photograph } from './pictures.ts';
import { measureResponsiveness } from './responsiveness.ts';
import { startStage } from './stage.ts';
import { measureThroughput } from './throughput.ts';

/** Measures the service and prints tables. Everything is on loopback; it ends by itself. */
const longestMs = 540_000;

setTimeout(() => {
  console.error(`The bench took longer than ${longestMs / 1000} s and was stopped.`);
  process.exit(1);
}, longestMs).unref();

function show(title: string, rows: readonly object[], remarks: readonly string[] = []): void {
  console.log(`\n${title}\n`);
  print(rows, false);
  for (const remark of remarks) console.log(remark);
}

setup();
const load = loadavg()[0]?.toFixed(1) ?? '?';
console.log(`Node.js ${process.version}, ${availableParallelism()} cores, load ${load} before.`);
const small = await cleanJpeg();
const large = await photograph();
const stage = await startStage();
try {
  const samples = [small, await jpegWithExif(small)];
  show('What a call adds to the provider’s', await measureOverhead(stage, samples));
  show('Calls a second', await measureThroughput(stage, small, large));
  const { rows, remarks } = await measureResponsiveness(stage, large);
  show('Other calls while photographs are decoded', rows, remarks);
} finally {
  await stage.stop();
}
show('Durable writes while photographs are decoded', await measureFlushes());
const { rows, remarks } = await measureLowdb();
show('Reserve and settle, on files', rows, remarks);
show('Reserve and settle, on PostgreSQL', await measurePostgres());
