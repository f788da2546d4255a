import type { Load, LoadGenerator, Measured } from '../stage/load.ts';
import { processorTime } from '../stage/processor-time.ts';

/** Processor time for a call, in milliseconds. */
export interface Costs {
  readonly serviceMs: number;
  readonly databaseMs: number;
  /** Of load and providers, which run under this process as the other two do. */
  readonly aroundMs: number;
}

/** Puts a service under load, and measures who takes how much processor time meanwhile. */
export async function measureCosts(
  stage: LoadGenerator,
  pids: { readonly service: number; readonly database: number },
  load: Load,
): Promise<Costs & { readonly measured: Measured }> {
  const times = () => Promise.all([pids.service, pids.database, process.pid].map(processorTime));
  const before = await times();
  const measured = await stage.run(load);
  const [serviceMs = NaN, databaseMs = NaN, allMs = NaN] = (await times()).map(
    (ms, n) => (ms - (before[n] ?? NaN)) / measured.responses,
  );
  return { measured, serviceMs, databaseMs, aroundMs: allMs - serviceMs - databaseMs };
}
