import { expect } from 'vitest';
import type { Callers } from './callers.ts';
import type { ChaosStore } from './chaos-store.ts';

interface Entry {
  readonly credits: number;
  readonly reason: string;
  readonly request_id: string | null;
}

/**
 * Checks that every credit is accounted for: the ledger charges each call that was answered with
 * 200 once, no call with another answer, and perhaps some of the calls in `cut`, whose callers got
 * no response. A charge reversed by a correction does not count. No reservation is left. On lowdb
 * there must not be more than 200 entries: it joins older ones.
 * @returns how many calls were charged
 */
export async function expectEveryCredit(
  store: ChaosStore,
  {
    userId,
    credits,
    callers,
    cut = [],
  }: {
    userId: string;
    credits: number;
    callers: Callers;
    cut?: readonly string[];
  },
): Promise<number> {
  expect(await store.countReserved()).toBe(0);
  expect(await store.command('store check')).toMatchObject({ imbalances: [] });
  const entries = await store.command<Entry[]>('account history', { user_id: userId });
  const reversed = new Set(
    entries.filter(({ reason }) => reason === 'correction').map(({ request_id: id }) => id),
  );
  const spent = entries.filter(
    ({ reason, request_id: id }) => reason === 'call' && !reversed.has(id),
  );
  expect(spent.filter((entry) => entry.credits !== -1)).toEqual([]);
  const ids = spent.map(({ request_id: id }) => id ?? '');
  expect(ids.length).toBe(new Set(ids).size);
  expect(callers.answered(200).filter((id) => !ids.includes(id))).toEqual([]);
  const chargeable = new Set([...callers.answered(200), ...cut]);
  expect(ids.filter((id) => !chargeable.has(id))).toEqual([]);
  const account = await store.command('account show', { user_id: userId });
  expect(account).toMatchObject({ credits_available: credits - ids.length });
  return ids.length;
}
