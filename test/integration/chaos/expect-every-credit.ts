import { expect } from 'vitest';
import type { Callers } from './callers.ts';
import type { ChaosStore } from './chaos-store.ts';

interface Entry {
  readonly credits: number;
  readonly reason: string;
  readonly request_id: string | null;
}

/**
 * Every credit is where it should be: the ledger has one entry for each call that was answered 200,
 * none for those that were answered otherwise, and for some, perhaps, of those that are `inDoubt`.
 * No reservation is left. On lowdb there must not be more than 200 entries: it joins older ones.
 * @returns how many calls were charged
 */
export async function expectEveryCredit(
  store: ChaosStore,
  {
    userId,
    credits,
    callers,
    inDoubt,
  }: {
    userId: string;
    credits: number;
    callers: Callers;
    inDoubt: readonly string[];
  },
): Promise<number> {
  expect(await store.countReserved()).toBe(0);
  expect(await store.command('store check')).toMatchObject({ imbalances: [] });
  const entries = await store.command<Entry[]>('account history', { user_id: userId });
  const spent = entries.filter(({ reason }) => reason === 'call');
  expect(spent.filter((entry) => entry.credits !== -1)).toEqual([]);
  const ids = spent.map(({ request_id: id }) => id ?? '');
  expect(ids.length).toBe(new Set(ids).size);
  expect(callers.answered(200).filter((id) => !ids.includes(id))).toEqual([]);
  const chargeable = new Set([...callers.answered(200), ...inDoubt]);
  expect(ids.filter((id) => !chargeable.has(id))).toEqual([]);
  const account = await store.command('account show', { user_id: userId });
  expect(account).toMatchObject({ credits_available: credits - ids.length });
  return ids.length;
}
