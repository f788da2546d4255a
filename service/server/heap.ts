import { setFlagsFromString } from 'node:v8';

/**
 * How far the heap may grow above what a full garbage collection has left, in percent of that. V8 by
 * itself chooses anew each time, up to 300: the service took 50 MB more then.
 */
const growthPercent = 125;

/** To be called at the start: it holds from the next collection on. */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}
