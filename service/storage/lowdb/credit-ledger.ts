import type { CreditLedger, LedgerEntry, Reservation } from '../interfaces/credit-ledger.ts';
import { toAccount } from './accounts.ts';
import type { StoredAccount, StoredReservation } from './shard-data.ts';
import type { Idempotency } from './idempotency-keys.ts';
import { joinOldEntries } from './old-entries.ts';
import type { Shards } from './shards.ts';

/** The part of the store that keeps credits: balances, reservations and entries. */
export function creditMethods(shards: Shards, idempotency: Idempotency): CreditLedger {
  /** What could not be released, because of the disk: the user's next reservation does it. */
  const unreleased = new Map<string, Reservation>();

  async function release(reservation: Reservation): Promise<void> {
    const { id, user_id } = reservation;
    const account = shards.find(user_id);
    const file = account && findReserved(account, id)?.answer_file;
    const giveBack = () =>
      shards.update(user_id, (before) => {
        const reserved = before && findReserved(before, id);
        return { result: undefined, account: reserved ? released(before, reserved) : before };
      });
    try {
      await (file === undefined
        ? giveBack()
        : idempotency.removeAndRelease(file, reservation, giveBack));
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
        const account = withEntry(withCredits(before, entry.credits), entry);
        return { result: toAccount(account), account };
      });
    },

    listEntries(userId) {
      const entries = shards.find(userId)?.entries ?? [];
      return Promise.resolve(entries.map((entry) => ({ ...entry })).reverse());
    },

    listImbalances() {
      const all = [...shards.all()].map((account) => ({
        user_id: account.user_id,
        balance: account.credits_available + sum(account.reservations),
        entries: sum(account.entries),
      }));
      return Promise.resolve(all.filter(({ balance, entries }) => balance !== entries));
    },

    async reserve(reservation) {
      for (const one of unreleased.values()) {
        if (one.user_id === reservation.user_id) await release(one);
      }
      return shards.update(reservation.user_id, (before) => {
        if (!before) return { result: undefined, account: before };
        if (findReserved(before, reservation.id) ?? hasEntry(before, reservation.id)) {
          return { result: toAccount(before), account: before };
        }
        const topped = withAllowance(before, reservation.at);
        if (topped.credits_available < reservation.credits) {
          return { result: undefined, account: topped };
        }
        const file = idempotency.fileOf(reservation.id);
        const reserved = { ...reservation, ...(file !== undefined && { answer_file: file }) };
        const account = {
          ...withCredits(topped, -reservation.credits),
          reservations: [...topped.reservations, reserved],
        };
        return { result: toAccount(account), account };
      });
    },

    settle({ id, user_id }, at, answered) {
      const settle = () =>
        shards.update(user_id, (before) => {
          const reserved = before && findReserved(before, id);
          if (!reserved) {
            return { result: before !== undefined && hasEntry(before, id), account: before };
          }
          const { credits, request_id } = reserved;
          const call = { id, user_id, credits: -credits, request_id, at, reason: 'call' as const };
          return { result: true, account: withEntry(withoutReservation(before, id), call) };
        });
      return answered ? idempotency.settleAndKeep(answered, at, settle) : settle();
    },

    release,
  };
}

/** The account without a reservation, its credits back on the balance. */
export function released(account: StoredAccount, { id, credits }: Reservation): StoredAccount {
  return withCredits(withoutReservation(account, id), credits);
}

/** On the first call of a month, credits are topped up to what the plan allows. */
function withAllowance(account: StoredAccount, at: string): StoredAccount {
  const month = at.slice(0, 7);
  const { user_id, monthly_allowance: allowance, allowance_month: given } = account;
  // A clock that has gone back must not give the allowance of a month twice.
  if (allowance === null || (given !== null && given >= month)) return account;
  const credits = Math.max(0, allowance - account.credits_available);
  const topped = { ...withCredits(account, credits), allowance_month: month };
  if (credits === 0) return topped;
  const id = `plan-${month}-${user_id}`;
  return withEntry(topped, { id, user_id, credits, reason: 'plan', request_id: null, at });
}

function withCredits(account: StoredAccount, change: number): StoredAccount {
  return { ...account, credits_available: account.credits_available + change };
}

function withEntry(account: StoredAccount, entry: LedgerEntry): StoredAccount {
  return { ...account, entries: joinOldEntries([...account.entries, { ...entry }]) };
}

function withoutReservation(account: StoredAccount, id: string): StoredAccount {
  return { ...account, reservations: account.reservations.filter((one) => one.id !== id) };
}

function findReserved(account: StoredAccount, id: string): StoredReservation | undefined {
  return account.reservations.find((one) => one.id === id);
}

function hasEntry(account: StoredAccount, id: string): boolean {
  return account.entries.some((entry) => entry.id === id);
}

function sum(items: readonly { readonly credits: number }[]): number {
  return items.reduce((total, { credits }) => total + credits, 0);
}
