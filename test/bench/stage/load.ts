import { ask } from './ask.ts';
import { startModule } from './cores.ts';

/** POSTs that are repeated: what a caller sends, without how many of them there are. */
export interface Call {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** They are dealt out to the callers, each of whom sends its own in turn. */
  readonly bodies: readonly (Buffer | string)[];
}

/** So many callers, each of whom makes one call after the other, for so many milliseconds. */
export interface Load extends Call {
  readonly callers: number;
  readonly ms: number;
}

/** What came of a load. Times are milliseconds. */
export interface Measured {
  /** Calls that were measured. */
  readonly calls: number;
  /** All that were made, with those before and after. */
  readonly responses: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** Why it measures nothing, if so. */
  readonly failure: string | undefined;
}

/** Makes calls from another process. */
export interface LoadGenerator {
  /** @throws Error when any response is not a 200. */
  run(load: Load): Promise<Measured>;
  stop(): void;
}

export function startLoadGenerator(): LoadGenerator {
  const child = startModule('around', 'stage/load-process.ts');
  return {
    async run(load) {
      const measured = (await ask(child, load)) as Measured;
      if (measured.failure !== undefined) throw new Error(measured.failure);
      return measured;
    },
    stop: () => child.disconnect(),
  };
}
