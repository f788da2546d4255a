import { monthsOf, type Account } from '../interfaces/accounts.ts';
import {
  reversalId,
  type CreditLedger,
  type Imbalance,
  type LedgerEntry,
  type Reservation,
} from '../interfaces/credit-ledger.ts';
import { StoreError } from '../interfaces/errors.ts';
import { accountColumns, findAccount } from './accounts.ts';
import { processTime, toDatabaseTime, type Database } from './database.ts';
import { isJoined, rollUpCallsIn } from './usage-log.ts';

/** The columns of a `LedgerEntry`. */
export const entryColumns = 'id, user_id, credits, reason, request_id, at, actor, note';

/*
 * Each statement is atomic, and reads and changes a row in one step: of two statements on one
 * account, the second waits for the first, then decides by its result.
 *
 * Each locks the row of the account before it locks an entry, as removing the account does, so
 * there are no deadlocks. `KEY SHARE` blocks nothing but a removal.
 */

/**
 * Changes a balance by an entry. Values: user, id, credits, reason, request id, time, expiry, for a
 * call month and the month after it, otherwise actor and note; the process's time.
 *
 * Returns the changed account. Returns no row if the entry already exists, if the account doesn't
 * exist or its balance is too low, or if (given a month) its allowance has to be added first.
 *
 * The row of the account is locked before the entry is inserted. If another statement inserts the
 * same entry meanwhile, this one fails on the primary key, and is repeated.
 */
const insertEntry = `
  WITH changed AS (
    UPDATE accounts SET credits_available = credits_available + $3::bigint
    WHERE user_id = $1 AND credits_available + $3::bigint >= 0
      AND ($8::text IS NULL OR monthly_allowance IS NULL
        OR allowance_month BETWEEN $8::text AND $9::text)
      AND NOT EXISTS (SELECT 1 FROM entries WHERE user_id = $1 AND id = $2)
    RETURNING ${accountColumns}
  ), made AS (
    INSERT INTO entries (user_id, id, credits, reason, request_id, at, expires_at, actor, note)
    SELECT user_id, $2, $3::bigint, $4, $5, $6::timestamptz, ${toDatabaseTime('$7', '$12')}, $10, $11
    FROM changed
  )
  SELECT ${accountColumns} FROM changed`;

/**
 * Returns an account, and why `insertEntry` may have returned nothing: whether the entry exists,
 * and whether the allowance has to be added first. Values: user, id, month, next month.
 */
const explainNoEntry = `
  SELECT ${accountColumns},
    EXISTS (SELECT 1 FROM entries WHERE user_id = $1 AND id = $2) AS is_known,
    $3::text IS NOT NULL AND monthly_allowance IS NOT NULL
      AND (allowance_month BETWEEN $3::text AND $4::text) IS NOT TRUE AS is_due
  FROM accounts WHERE user_id = $1`;

/**
 * Tops the balance up to the allowance of a month if it is due, once per month. Values: user,
 * month, next month, time. Returns the changed account, or no row if it was not due.
 */
const addAllowance = `
  WITH due AS (
    SELECT user_id AS due_id, GREATEST(0, monthly_allowance - credits_available) AS missing
    FROM accounts
    WHERE user_id = $1 AND monthly_allowance IS NOT NULL
      AND (allowance_month BETWEEN $2 AND $3) IS NOT TRUE
    FOR NO KEY UPDATE
  ), made AS (
    INSERT INTO entries (user_id, id, credits, reason, at)
    SELECT due_id, 'plan-' || $2 || '-' || due_id, missing, 'plan', $4::timestamptz FROM due
    WHERE missing > 0
    ON CONFLICT DO NOTHING RETURNING credits
  )
  UPDATE accounts
  SET credits_available = credits_available + coalesce((SELECT credits FROM made), 0),
    allowance_month = $2
  FROM due WHERE user_id = due_id
  RETURNING ${accountColumns}`;

/** Spends reserved credits. Values: user, id, time. Returns a row if it did. */
const settle = `
  WITH account AS (
    SELECT user_id FROM accounts WHERE user_id = $1 FOR KEY SHARE
  )
  UPDATE entries SET expires_at = NULL, at = $3::timestamptz
  FROM account WHERE entries.user_id = account.user_id AND id = $2 AND expires_at IS NOT NULL
  RETURNING id`;

/**
 * Spends reserved credits, and records the call's response for 24 hours. Values: user, id, time,
 * owner, key, response, the process's time. Returns a row if it did.
 *
 * The reservation is locked first: no response is recorded for one that is being released. It is
 * spent only if the key is still the call's.
 */
const settleWithRecord = `
  WITH account AS (
    SELECT user_id FROM accounts WHERE user_id = $1 FOR KEY SHARE
  ), reserved AS (
    SELECT entries.user_id, id FROM entries JOIN account USING (user_id)
    WHERE id = $2 AND expires_at IS NOT NULL
    FOR UPDATE OF entries
  ), recorded AS (
    UPDATE idempotency_keys
    SET answer = $6, expires_at = ${toDatabaseTime('$3', '$7')} + interval '24 hours'
    FROM reserved WHERE owner_id = $4 AND key = $5 AND call_id = reserved.id AND answer IS NULL
    RETURNING call_id
  )
  UPDATE entries SET expires_at = NULL, at = $3::timestamptz
  FROM recorded WHERE user_id = $1 AND id = recorded.call_id
  RETURNING id`;

/** Refunds a reservation. Values: user, id, and whether only if it has expired. */
const release = `
  WITH account AS (
    SELECT user_id FROM accounts WHERE user_id = $1 FOR NO KEY UPDATE
  ), released AS (
    DELETE FROM entries USING account
    WHERE entries.user_id = account.user_id AND id = $2 AND expires_at IS NOT NULL
      AND (NOT $3::boolean OR expires_at < now())
    RETURNING entries.user_id, credits
  )
  UPDATE accounts SET credits_available = credits_available - released.credits
  FROM released WHERE accounts.user_id = released.user_id`;

/**
 * Reverses a call that is reserved or settled. Values: user, id, id of the correction, time.
 *
 * The account is locked before its entry, as everywhere. This waits for a statement that is
 * settling the entry.
 */
const reverse = `
  WITH account AS (
    SELECT user_id FROM accounts WHERE user_id = $1 FOR NO KEY UPDATE
  ), taken AS (
    SELECT entries.user_id, id, credits, request_id, expires_at IS NULL AS is_settled
    FROM entries JOIN account USING (user_id)
    WHERE id = $2 FOR UPDATE OF entries
  ), released AS (
    DELETE FROM entries USING taken
    WHERE entries.user_id = $1 AND entries.id = taken.id AND NOT taken.is_settled
    RETURNING -entries.credits AS credits
  ), corrected AS (
    INSERT INTO entries (user_id, id, credits, reason, request_id, at)
    SELECT user_id, $3, -credits, 'correction', request_id, $4::timestamptz FROM taken
    WHERE is_settled
    ON CONFLICT DO NOTHING RETURNING credits
  ), forgotten AS (
    DELETE FROM idempotency_keys USING taken
    WHERE idempotency_keys.user_id = $1 AND call_id = taken.id
  )
  UPDATE accounts SET credits_available = credits_available + refund.credits
  FROM (SELECT * FROM released UNION ALL SELECT * FROM corrected) AS refund
  WHERE user_id = $1`;

/** The accounts whose balance is not the sum of their entries. */
export const imbalances = `
  SELECT * FROM (
    SELECT a.user_id,
      a.credits_available - coalesce(sum(e.credits) FILTER (WHERE e.expires_at IS NOT NULL), 0)::bigint
        AS balance,
      coalesce(sum(e.credits) FILTER (WHERE e.expires_at IS NULL), 0)::bigint AS entries
    FROM accounts a LEFT JOIN entries e ON e.user_id = a.user_id
    GROUP BY a.user_id, a.credits_available
  ) AS sums
  WHERE balance <> entries ORDER BY user_id`;

/** The position where a page of entries begins. */
interface Place {
  readonly at: string;
  readonly id: string;
  /** Whether the page begins after the entry at this position, or with it. */
  readonly compare: '<' | '<=';
}

/** The part of the store that reads entries. */
function entryMethods(database: Database): Pick<CreditLedger, 'findEntry' | 'listEntries'> {
  /**
   * An entry that no longer exists has been joined, into the newest joined entry or an older one.
   */
  async function findPlace(userId: string, id: string): Promise<Place | undefined> {
    const [entry] = await database.query<Pick<Place, 'at' | 'id'>>(
      'SELECT at, id FROM entries WHERE user_id = $1 AND id = $2',
      [userId, id],
    );
    if (entry) return { ...entry, compare: '<' };
    const [joined] = await database.query<Pick<Place, 'at' | 'id'>>(
      `SELECT at, id FROM entries WHERE user_id = $1 AND ${isJoined}
       ORDER BY at DESC, id DESC LIMIT 1`,
      [userId],
    );
    return joined && { ...joined, compare: '<=' };
  }

  return {
    async listEntries(userId, page) {
      const place = page?.after === undefined ? undefined : await findPlace(userId, page.after);
      if (page?.after !== undefined && !place) return [];
      const isOlder = place ? `AND (at, id) ${place.compare} ($3::timestamptz, $4)` : '';
      return database.query<LedgerEntry>(
        `SELECT ${entryColumns} FROM entries
         WHERE user_id = $1 AND expires_at IS NULL ${isOlder}
         ORDER BY at DESC, id DESC LIMIT $2`,
        [userId, page?.limit ?? null, ...(place ? [place.at, place.id] : [])],
      );
    },

    async findEntry(userId, id) {
      const [entry] = await database.query<LedgerEntry>(
        `SELECT ${entryColumns} FROM entries
         WHERE user_id = $1 AND id = $2 AND expires_at IS NULL`,
        [userId, id],
      );
      return entry;
    },
  };
}

/** How often other statements may change the account in between before we give up on an entry. */
const maxAttempts = 100;

/** The row that `explainNoEntry` returns. */
type Explanation = Account & { readonly is_known: boolean; readonly is_due: boolean };

/** The part of the store for credits. A reservation is an entry that expires. */
export function creditMethods(database: Database): CreditLedger {
  /** Adds an entry if the balance covers it; an existing one changes nothing. */
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
      // Otherwise, the account was changed in between, and its balance covers the entry now.
    }
    throw new StoreError('There were too many concurrent changes of the same account.');
  }

  return {
    changeCredits: (entry) => add(entry, null),

    ...entryMethods(database),

    rollUpCalls: rollUpCallsIn(database),

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
      // It may already be settled, perhaps by this statement on a connection that broke.
      const [settled] = await database.query(
        'SELECT 1 FROM entries WHERE user_id = $1 AND id = $2 AND expires_at IS NULL',
        [user_id, id],
      );
      return settled !== undefined;
    },

    async release({ id, user_id }) {
      await database.query(release, [user_id, id, false]);
    },

    async reverse({ id, user_id }, at) {
      await database.query(reverse, [user_id, id, reversalId(id), at]);
    },
  };
}

/** Releases expired reservations, and returns how many. */
export async function releaseExpired(database: Database): Promise<number> {
  const expired = await database.query<Pick<Reservation, 'id' | 'user_id'>>(
    'SELECT user_id, id FROM entries WHERE expires_at < now() ORDER BY expires_at LIMIT 1000',
  );
  for (const { id, user_id } of expired) await database.query(release, [user_id, id, true]);
  return expired.length;
}
