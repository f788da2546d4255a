import { isAllowanceDue, monthsOf } from '../interfaces/accounts.ts';
import {
  reversalId,
  type CreditLedger,
  type LedgerEntry,
  type Reservation,
} from '../interfaces/credit-ledger.ts';
import { toAccount } from './accounts.ts';
import type { Idempotency } from './idempotency-keys.ts';
import { rollUp, startAfter } from './rollup.ts';
import { findReservation, hasEntry, type StoredAccount, type StoredEntry } from './shard-data.ts';
import type { Change } from './shard.ts';
import type { Shards } from './shard-files.ts';

type ReservationId = Pick<Reservation, 'id' | 'user_id'>;

/**
 * The part of the store for credits: balances, reservations and entries. A reservation and its
 * release are only made in memory, because a start would release it anyway, unless the call has an
 * idempotency key, whose record is valid once its call is no longer reserved.
 */
export function creditMethods(shards: Shards, idempotency: Idempotency): CreditLedger {
  /**
   * Reservations left over after an error: their release failed, or they were made although
   * `reserve` failed. The user's next reservation releases them.
   */
  const unreleased = new Map<string, ReservationId>();

  async function release(reservation: ReservationId): Promise<void> {
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

    async addAllowance(userId, at) {
      const account = await shards.change(userId, (before) => withAllowance(before, at));
      return account && toAccount(account);
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
        const reservations = [...topped.reservations, reserved];
        const account = { ...withCredits(topped, -reservation.credits), reservations };
        return { result: toAccount(account), account };
      });
      return reserving.catch((error: unknown) => {
        unreleased.set(reservation.id, reservation);
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
      await shards.change(user_id, (before) => {
        const call = before.entries.find((entry) => entry.id === id);
        if (!call || hasEntry(before, reversalId(id))) return before;
        const correction = { reason: 'correction', credits: -call.credits, at } as const;
        const reversed = withCredits(before, correction.credits);
        return withEntry(reversed, { ...call, ...correction, id: reversalId(id) });
      });
    },
  };
}

function withCredits(account: StoredAccount, change: number): StoredAccount {
  return { ...account, credits_available: account.credits_available + change };
}

function withEntry(account: StoredAccount, entry: StoredEntry): StoredAccount {
  return { ...account, entries: rollUp([...account.entries, { ...entry }]) };
}

function toStoredEntry({ actor, note, ...entry }: LedgerEntry): StoredEntry {
  return { ...entry, ...(actor !== null && { actor }), ...(note !== null && { note }) };
}

export function toEntry(entry: StoredEntry): LedgerEntry {
  return { ...entry, actor: entry.actor ?? null, note: entry.note ?? null };
}

function withoutReservation(account: StoredAccount, id: string): StoredAccount {
  return { ...account, reservations: account.reservations.filter((one) => one.id !== id) };
}

/** Puts the credits of a reservation back on the balance. */
export function withRefund(account: StoredAccount, { id, credits }: Reservation): StoredAccount {
  return withCredits(withoutReservation(account, id), credits);
}

/** Tops the credits up to the allowance of the plan if it is due, once for each month. */
function withAllowance(account: StoredAccount, at: string): StoredAccount {
  if (!isAllowanceDue(account, at)) return account;
  const { user_id, monthly_allowance: allowance } = account;
  const { month } = monthsOf(at);
  const id = `plan-${month}-${user_id}`;
  const missing = Math.max(0, (allowance ?? 0) - account.credits_available);
  const credits = hasEntry(account, id) ? 0 : missing;
  const topped = { ...withCredits(account, credits), allowance_month: month };
  if (credits === 0) return topped;
  return withEntry(topped, { id, user_id, credits, reason: 'plan', request_id: null, at });
}

function sum(items: readonly { readonly credits: number }[]): number {
  return items.reduce((total, { credits }) => total + credits, 0);
}
