import { randomUUID } from 'node:crypto';
import { openAccountStore } from '../../../service/compose-store.ts';
import { newApiKey } from '../../../service/accounts/api-keys.ts';
import type { StoreConfig } from '../../../service/store-config.ts';
import { createLog } from '../../../service/server/log.ts';
import type { AccountStore } from '../../../service/storage/interfaces/account-store.ts';
import type {
  LedgerEntry,
  Reservation,
} from '../../../service/storage/interfaces/credit-ledger.ts';
import type { Load } from './ledger.ts';

/** What the process is asked to do; to each it replies with a message. See ledger.ts. */
export type Order =
  | { readonly do: 'open'; readonly config: StoreConfig }
  | { readonly do: 'fill'; readonly accounts: number; readonly entries: number }
  | { readonly do: 'call'; readonly load: Load }
  | { readonly do: 'close' };

let store: AccountStore;

process.on('message', (order: Order) => {
  void carryOut(order).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit());

async function carryOut(order: Order): Promise<number | number[]> {
  switch (order.do) {
    case 'open': {
      const before = memory();
      store = await openAccountStore(order.config, createLog('silent'));
      return memory() - before;
    }
    case 'fill':
      await Promise.all(numbers(order.accounts).map((n) => makeAccount(n, order.entries)));
      return 0;
    case 'call':
      return call(order.load);
    case 'close':
      await store.close();
      setImmediate(() => process.disconnect());
      return 0;
  }
}

async function call({ accounts, callers, ms }: Load): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + ms;
  async function caller(): Promise<void> {
    while (performance.now() < until) {
      const start = performance.now();
      const reservation = newReservation(userId(Math.floor(Math.random() * accounts)));
      if (!(await store.reserve(reservation))) throw new Error('There are credits enough.');
      await store.settle(reservation, reservation.at);
      times.push(performance.now() - start);
    }
  }
  await Promise.all(numbers(callers).map(caller));
  return times;
}

function newReservation(user_id: string): Reservation {
  const now = Date.now();
  return {
    id: randomUUID(),
    user_id,
    credits: 1,
    request_id: randomUUID(),
    at: new Date(now).toISOString(),
    expires_at: new Date(now + 60_000).toISOString(),
  };
}

async function makeAccount(n: number, entries: number): Promise<void> {
  const user_id = userId(n);
  const noPlan = { monthly_allowance: null, allowance_month: null, suspended_at: null };
  const account = { user_id, owner_id: user_id, plan_type: 'pro', ...noPlan };
  const { record } = newApiKey(user_id, 'First key');
  const at = new Date().toISOString();
  await store.createAccount({ ...account, credits_available: 1_000_000 }, at, record);
  const more = numbers(entries - 1).map(() => store.changeCredits(topUp(user_id, at)));
  await Promise.all(more);
}

function topUp(user_id: string, at: string): LedgerEntry {
  const noPerson = { actor: null, note: null };
  const entry = { id: randomUUID(), user_id, credits: 1, request_id: null, at, ...noPerson };
  return { ...entry, reason: 'top-up' };
}

function userId(n: number): string {
  return `user-${n}@example.com`;
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n);
}

/** Bytes in use, once what is not needed any more has been let go of. */
function memory(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
