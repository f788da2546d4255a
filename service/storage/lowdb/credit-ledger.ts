import { reversalId, type CreditLedger, type Reservation } from '../interfaces/credit-ledger.ts';
import { toAccount } from './accounts.ts';
import type { Idempotency } from './idempotency-keys.ts';
import {
  findReservation,
  hasEntry,
  toEntry,
  toStoredEntry,
  withAllowance,
  withCredits,
  withEntry,
  withoutReservation,
  withRefund,
} from './ledger-changes.ts';
import { startAfter } from './rollup.ts';
import type { Change } from './shard.ts';
import type { Shards } from './shard-files.ts';

/**
 * The part of the store that keeps credits: balances, reservations and entries. A reservation is made
 * in memory only, because a start would release it anyway, and so is its release; unless the call
 * has an idempotency key, whose record is valid once its call is not reserved any more.
 */
export function creditMethods(shards: Shards, idempotency: Idempotency): CreditLedger {
  /**
   * Reservations that nobody settles or releases any more, because the disk refused to have them
   * released, or has made them and said that it had not. The user's next reservation releases them.
   */
  const unreleased = new Map<string, Pick<Reservation, 'id' | 'user_id'>>();

  async function release(reservation: Pick<Reservation, 'id' | 'user_id'>): Promise<void> {
    const { id, user_id } = reservation;
    const account = shards.find(user_id);
    const file = account && findReservation(account, id)?.answer_file;
    const refund: Change<void> = (before) => {
      const reserved = before && findReservation(before, id);
      return { result: undefined, account: reserved ? withRefund(before, reserved) : before };
    };
    try {
      await (file === undefined
        ? shards.updateInMemory(user_id, refund)
        : idempotency.releaseWithoutRecord(file, reservation, () =>
            shards.update(user_id, refund),
          ));
      unreleased.delete(id);
    } catch (error) {
      unreleased.set(id, reservation);
      throw error;
    }
  }

  return {
    changeCredits(entry) {
      return shards.update(entry.user_id, (before) => {
        if (!before || hasEntry(before, entry.id)) {
          return { result: before && toAccount(before), account: before };
        }
        if (before.credits_available + entry.credits < 0) {
          return { result: undefined, account: before };
        }
        const changed = withCredits(before, entry.credits);
        const account = withEntry(changed, toStoredEntry(entry));
        return { result: toAccount(account), account };
      });
    },

    listEntries(userId, { limit, after } = { limit: Infinity }) {
      const entries = (shards.find(userId)?.entries ?? []).toReversed();
      const start = after === undefined ? 0 : startAfter(entries, after);
      return Promise.resolve(entries.slice(start, start + limit).map(toEntry));
    },

    findEntry(userId, id) {
      const entry = shards.find(userId)?.entries.find((one) => one.id === id);
      return Promise.resolve(entry && toEntry(entry));
    },

    rollUpCalls: () => Promise.resolve(undefined),

    listImbalances() {
      const all = [...shards.all()].map((account) => ({
        user_id: account.user_id,
        balance: account.credits_available + sum(account.reservations),
        entries: sum(account.entries),
      }));
      return Promise.resolve(all.filter(({ balance, entries }) => balance !== entries));
    },

    addAllowance(userId, at) {
      return shards.update(userId, (before) => {
        const account = before && withAllowance(before, at);
        return { result: account && toAccount(account), account };
      });
    },

    async reserve(reservation) {
      for (const one of unreleased.values()) {
        if (one.user_id === reservation.user_id) await release(one);
      }
      const file = idempotency.findFileOf(reservation.id);
      const update = file === undefined ? shards.updateInMemory : shards.update;
      const reserving = update(reservation.user_id, (before) => {
        if (!before) return { result: undefined, account: before };
        if (findReservation(before, reservation.id) ?? hasEntry(before, reservation.id)) {
          return { result: toAccount(before), account: before };
        }
        const topped = withAllowance(before, reservation.at);
        if (topped.credits_available < reservation.credits) {
          return { result: undefined, account: topped };
        }
        const reserved = { ...reservation, ...(file !== undefined && { answer_file: file }) };
        const account = {
          ...withCredits(topped, -reservation.credits),
          reservations: [...topped.reservations, reserved],
        };
        return { result: toAccount(account), account };
      });
      return reserving.catch((error: unknown) => {
        const account = shards.find(reservation.user_id);
        if (account && findReservation(account, reservation.id)) {
          unreleased.set(reservation.id, reservation);
        }
        throw error;
      });
    },

    settle({ id, user_id }, at, completed) {
      const spend = () =>
        shards.update(user_id, (before) => {
          const reserved = before && findReservation(before, id);
          if (!reserved) {
            return { result: before !== undefined && hasEntry(before, id), account: before };
          }
          const { credits, request_id } = reserved;
          const call = { id, user_id, credits: -credits, request_id, at, reason: 'call' as const };
          return { result: true, account: withEntry(withoutReservation(before, id), call) };
        });
      return completed ? idempotency.settleWithRecord(completed, at, spend) : spend();
    },

    release,

    async reverse(reservation, at) {
      const { id, user_id } = reservation;
      await release(reservation);
      await shards.update(user_id, (before) => {
        const call = before?.entries.find((entry) => entry.id === id);
        if (!before || !call || hasEntry(before, reversalId(id))) {
          return { result: undefined, account: before };
        }
        const credits = -call.credits;
        const correction = {
          ...call,
          id: reversalId(id),
          credits,
          reason: 'correction',
          at,
        } as const;
        return { result: undefined, account: withEntry(withCredits(before, credits), correction) };
      });
    },
  };
}

function sum(items: readonly { readonly credits: number }[]): number {
  return items.reduce((total, { credits }) => total + credits, 0);
}
