import type { Store } from '../store.ts';
import type { Data } from './data.ts';
import type { GroupCommit } from './group-commit.ts';

type Credits = Pick<Store, 'reserve' | 'settle' | 'release'>;

/** The part of the store that keeps credits and their reservations. */
export function creditMethods(data: Data, { commit }: GroupCommit): Credits {
  return {
    async reserve(reservation) {
      const account = data.accounts[reservation.user_id];
      if (!account) return undefined;
      if (data.reservations[reservation.id]) return { ...account };
      if (account.credits_available < reservation.credits) return undefined;
      account.credits_available -= reservation.credits;
      data.reservations[reservation.id] = { ...reservation };
      const after = { ...account };
      await commit(() => giveBack(data, reservation.id));
      return after;
    },

    async settle(id) {
      const reservation = data.reservations[id];
      if (!reservation) return;
      delete data.reservations[id];
      await commit(() => {
        data.reservations[id] = reservation;
      });
    },

    async release(id) {
      const reservation = data.reservations[id];
      if (!reservation) return;
      giveBack(data, id);
      await commit(() => {
        data.reservations[id] = reservation;
        const account = data.accounts[reservation.user_id];
        if (account) account.credits_available -= reservation.credits;
      });
    },
  };
}

/** Puts a reservation's credits back on the balance, in memory. */
export function giveBack(data: Data, id: string): void {
  const reservation = data.reservations[id];
  if (!reservation) return;
  delete data.reservations[id];
  const account = data.accounts[reservation.user_id];
  if (account) account.credits_available += reservation.credits;
}
