import { ask } from './ask.ts';
import { startModule } from './cores.ts';
import type { Call } from './load.ts';

/** What a single caller is asked to do; it replies with the milliseconds that each call took. */
export type Order =
  /** One call after the other. */
  | { readonly do: 'repeat'; readonly call: Call; readonly ms: number }
  /** A call on each beat, whether or not the last one has ended: who waits would miss slow ones. */
  | { readonly do: 'beat'; readonly call: Call; readonly ms: number; readonly everyMs: number }
  /** The SDK asks a provider for so many texts, one after the other. */
  | {
      readonly do: 'ask provider';
      readonly baseURL: string;
      readonly picture: Buffer;
      readonly times: number;
    };

/** A caller in a process of its own. */
export interface Caller {
  carryOut(order: Order): Promise<number[]>;
  stop(): Promise<void>;
}

export function startCaller(): Caller {
  const child = startModule('around', 'stage/caller-process.ts');
  return {
    async carryOut(order) {
      const times = (await ask(child, order)) as number[] | string;
      if (typeof times === 'string') throw new Error(times);
      return times;
    },
    stop() {
      child.disconnect();
      return Promise.resolve();
    },
  };
}
