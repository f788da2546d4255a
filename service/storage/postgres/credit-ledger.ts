import type { Account } from '../interfaces/accounts.ts';
import {
  takenBackId,
  type CreditLedger,
  type Imbalance,
  type LedgerEntry,
  type Reservation,
} from '../interfaces/credit-ledger.ts';
import { monthsOf } from '../interfaces/allowance.ts';
import { StoreError } from '../interfaces/errors.ts';
import { findAccount } from './accounts.ts';
import { processTime } from './clock.ts';
import type { Database } from './database.ts';
import { entryMethods } from './entries.ts';
import { joinCallsIn } from './join-calls.ts';
import {
  addAllowance,
  explainNoEntry,
  imbalances,
  insertEntry,
  release,
  settle,
  settleWithRecord,
  takeBack,
} from './ledger-sql.ts';

/** How often others may change the account in between before an entry is given up. */
const maxAttempts = 100;

/** What `explainNoEntry` returns. */
type Explanation = Account & { readonly is_known: boolean; readonly is_due: boolean };

/** The part of the store that keeps credits. A reservation is an entry that expires. */
export function creditMethods(database: Database): CreditLedger {
  /** Adds an entry that the balance covers; one that is there already changes nothing. */
  async function add(entry: LedgerEntry, expiresAt: string | null): Promise<Account | undefined> {
    const { id, user_id, credits, reason, request_id, at, actor, note } = entry;
    const { month, next } = expiresAt === null ? { month: null, next: null } : monthsOf(at);
    const values = [
      ...[user_id, id, credits, reason, request_id, at, expiresAt],
      ...[month, next, actor, note],
    ];
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const [changed] = await database.query<Account>(insertEntry, [...values, processTime()]);
      if (changed) return changed;
      const [found] = await database.query<Explanation>(explainNoEntry, [
        ...[user_id, id, month, next],
      ]);
      if (!found) return undefined;
      const { is_known: isKnown, is_due: isDue, ...account } = found;
      if (isKnown) return account;
      if (isDue) await database.query(addAllowance, [user_id, month, next, at]);
      else if (account.credits_available + credits < 0) return undefined;
      // Else the account has been changed in between, and it covers the entry now.
    }
    throw new StoreError('The database had too many changes of the same account at once.');
  }

  return {
    changeCredits: (entry) => add(entry, null),

    ...entryMethods(database),

    joinCalls: joinCallsIn(database),

    listImbalances() {
      // This reads every entry.
      return database.longTransaction((query) => query<Imbalance>(imbalances));
    },

    reserve({ id, user_id, credits, request_id, at, expires_at }) {
      const noPerson = { actor: null, note: null };
      const call = { id, user_id, credits: -credits, request_id, at, ...noPerson };
      return add({ ...call, reason: 'call' }, expires_at);
    },

    async addAllowance(userId, at) {
      const { month, next } = monthsOf(at);
      const [topped] = await database.query<Account>(addAllowance, [userId, month, next, at]);
      return topped ?? findAccount(database, userId);
    },

    async settle({ id, user_id }, at, completed) {
      const [spent] = completed
        ? await database.query(settleWithRecord, [
            ...[user_id, id, at],
            ...[completed.claim.owner_id, completed.claim.key, completed.response, processTime()],
          ])
        : await database.query(settle, [user_id, id, at]);
      if (spent) return true;
      // It may be settled already, perhaps by this statement on a connection that broke.
      const [settled] = await database.query(
        'SELECT 1 FROM entries WHERE user_id = $1 AND id = $2 AND expires_at IS NULL',
        [user_id, id],
      );
      return settled !== undefined;
    },

    async release({ id, user_id }) {
      await database.query(release, [user_id, id, false]);
    },

    async takeBack({ id, user_id }, at) {
      await database.query(takeBack, [user_id, id, takenBackId(id), at]);
    },
  };
}

/** Releases reservations for which nobody can be waiting any more, and returns how many. */
export async function releaseExpired(database: Database): Promise<number> {
  const expired = await database.query<Pick<Reservation, 'id' | 'user_id'>>(
    'SELECT user_id, id FROM entries WHERE expires_at < now() ORDER BY expires_at LIMIT 1000',
  );
  for (const { id, user_id } of expired) await database.query(release, [user_id, id, true]);
  return expired.length;
}
