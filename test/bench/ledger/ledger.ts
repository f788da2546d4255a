import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { StoreConfig } from '../../../service/store-config.ts';
import type { Order } from './process.ts';

/** The ledger in a process of its own, and what it can be asked to do. */
export interface Ledger {
  /** Opens the store and returns how many bytes of memory that took. */
  open(config: StoreConfig): Promise<number>;
  /** Makes so many accounts, each with a key and so many entries. */
  fill(accounts: number, entries: number): Promise<unknown>;
  /** Returns how many milliseconds each call took to be reserved and settled. */
  call(load: Load): Promise<number[]>;
  /** Closes the store, and ends. */
  close(): Promise<unknown>;
}

/** So many callers, one call after the other each, at the cost of any of so many accounts. */
export interface Load {
  readonly accounts: number;
  readonly callers: number;
  readonly ms: number;
}

export function startLedger(): Ledger {
  const child = fork(join(import.meta.dirname, 'process.ts'), {
    serialization: 'advanced',
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  async function ask(order: Order): Promise<unknown> {
    const reply = once(child, 'message');
    child.send(order);
    return ((await reply) as unknown[])[0];
  }
  return {
    open: (config) => ask({ do: 'open', config }) as Promise<number>,
    fill: (accounts, entries) => ask({ do: 'fill', accounts, entries }),
    call: (load) => ask({ do: 'call', load }) as Promise<number[]>,
    close: () => ask({ do: 'close' }),
  };
}
