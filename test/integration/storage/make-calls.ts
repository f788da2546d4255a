import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountStore } from '../../../service/storage/interfaces/storage-backend.ts';
import { at, reservation } from '../../contract/account-store/examples.ts';

/** Continuous calls, and the outcome of each as its caller knows it. */
export interface Calls {
  readonly settled: string[];
  readonly released: string[];
  /** Settling failed with an error, so the caller does not know whether it was charged. */
  readonly inDoubt: string[];
  readonly failures: unknown[];
  /** Waits for the calls in progress and starts no more. */
  stop(): Promise<void>;
}

/** Repeatedly reserves, then settles or releases, with this many callers. */
export function makeCalls(store: AccountStore, callers: number): Calls {
  const calls = { settled: [], released: [], inDoubt: [], failures: [] } as Pick<
    Calls,
    'settled' | 'released' | 'inDoubt' | 'failures'
  >;
  let isStopping = false;

  async function call(id: string, isFailing: boolean): Promise<void> {
    const mine = reservation(id);
    const account = await store.reserve(mine);
    if (!account) throw new Error('There are credits enough.');
    await sleep(2);
    if (isFailing) {
      await store.release(mine);
      calls.released.push(id);
      return;
    }
    try {
      await store.settle(mine, at);
      calls.settled.push(id);
    } catch (error) {
      calls.inDoubt.push(id);
      throw error;
    }
  }

  async function caller(name: number): Promise<void> {
    for (let n = 0; !isStopping; n++) {
      try {
        await call(`${name}-${n}`, n % 3 === 2);
      } catch (error) {
        calls.failures.push(error);
        await sleep(20);
      }
    }
  }

  const all = Promise.all(Array.from({ length: callers }, (_, name) => caller(name)));
  return {
    ...calls,
    async stop() {
      isStopping = true;
      await all;
    },
  };
}
