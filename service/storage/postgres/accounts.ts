import {
  clockLimitsAt,
  type Account,
  type Accounts,
  type OwnerSummary,
  type Repair,
} from '../interfaces/accounts.ts';
import { AccountExistsError, AccountOwnsOthersError, StoreError } from '../interfaces/errors.ts';
import { insertKey } from './api-keys.ts';
import { processTime, toDatabaseTime, type Database } from './database.ts';
import { removeOwnerLogin } from './logins.ts';

/** The columns of an `Account`. */
export const accountColumns =
  'user_id, owner_id, plan_type, credits_available, monthly_allowance, allowance_month, suspended_at, daily_calls_max';

/** Finds the account of a user. */
export async function findAccount(
  database: Database,
  userId: string,
): Promise<Account | undefined> {
  const [account] = await database.query<Account>(
    `SELECT ${accountColumns} FROM accounts WHERE user_id = $1`,
    [userId],
  );
  return account;
}

/** The part of the store for accounts. */
export function accountMethods(
  database: Database,
): Omit<Accounts, 'repairAccount' | keyof AccountLists> {
  return {
    async createAccount(account, at, key) {
      const { user_id, owner_id, plan_type, credits_available: credits } = account;
      await database.transaction(async (query) => {
        // The lock waits for a running removal of the owner, and blocks later ones.
        const owner = await query('SELECT 1 FROM accounts WHERE user_id = $1 FOR KEY SHARE', [
          owner_id,
        ]);
        if (owner.length === 0 && owner_id !== user_id) {
          throw new StoreError(`There is no account ${owner_id} to own another.`);
        }
        const inserted = await query(
          `INSERT INTO accounts (${accountColumns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
           ON CONFLICT DO NOTHING RETURNING user_id`,
          [
            ...[user_id, owner_id, plan_type, credits],
            ...[account.monthly_allowance, account.allowance_month, account.suspended_at],
            account.daily_calls_max,
          ],
        );
        if (inserted.length === 0) {
          throw new AccountExistsError(`There already is an account ${user_id}.`);
        }
        if (credits > 0) {
          await query(
            `INSERT INTO entries (user_id, id, credits, reason, at)
             VALUES ($1, $2, $3, 'top-up', $4)`,
            [user_id, `first-${user_id}`, credits, at],
          );
        }
        if (key) await insertKey(query, key);
      });
    },

    findAccount: (userId) => findAccount(database, userId),

    async changePlan(userId, { plan_type, monthly_allowance }) {
      const [account] = await database.query<Account>(
        `UPDATE accounts SET plan_type = $2, monthly_allowance = $3 WHERE user_id = $1
         RETURNING ${accountColumns}`,
        [userId, plan_type, monthly_allowance],
      );
      return account;
    },

    async suspendAccount(userId, at) {
      const [account] = await database.query<Account>(
        `UPDATE accounts SET suspended_at = $2 WHERE user_id = $1 RETURNING ${accountColumns}`,
        [userId, at],
      );
      return account;
    },

    async limitCalls(userId, max) {
      const [account] = await database.query<Account>(
        `UPDATE accounts SET daily_calls_max = $2 WHERE user_id = $1 RETURNING ${accountColumns}`,
        [userId, max],
      );
      return account;
    },

    removeAccount(userId) {
      return database.longTransaction(async (query) => {
        // Meanwhile, no account with this owner can be created.
        await query('SELECT 1 FROM accounts WHERE user_id = $1 FOR UPDATE', [userId]);
        const owned = await query(
          'SELECT 1 FROM accounts WHERE owner_id = $1 AND user_id <> $1 LIMIT 1',
          [userId],
        );
        if (owned.length > 0) {
          throw new AccountOwnsOthersError(`${userId} owns other accounts. Remove those first.`);
        }
        await query('DELETE FROM api_keys WHERE owner_id = $1', [userId]);
        await removeOwnerLogin(query, userId);
        const removed = await query('DELETE FROM accounts WHERE user_id = $1 RETURNING user_id', [
          userId,
        ]);
        return removed.length > 0;
      });
    },
  };
}

type AccountLists = Pick<Accounts, 'listAccounts' | 'listOwners' | 'listUsers' | 'countAccounts'>;

/** The part of the store that lists and counts accounts. */
export function accountListMethods(database: Database): AccountLists {
  return {
    listAccounts(ownerId) {
      const [where, values] = ownerId === undefined ? ['', []] : ['WHERE owner_id = $1', [ownerId]];
      return database.query<Account>(
        `SELECT ${accountColumns} FROM accounts ${where} ORDER BY user_id`,
        values,
      );
    },

    // Written like this, the planner can tell from its statistics how many accounts are owners.
    async listOwners({ limit, after = '', search = '' }) {
      const owners = await database.query<Account & Pick<OwnerSummary, 'users'>>(
        `SELECT ${accountColumns}, (
           SELECT count(*) FROM accounts AS users WHERE users.owner_id = owners.user_id
         ) AS users
         FROM accounts AS owners
         WHERE (owner_id = user_id) IS TRUE AND user_id > $1 AND position($2 IN user_id) > 0
         ORDER BY user_id LIMIT $3`,
        [after, search, limit],
      );
      return owners.map(({ users, ...account }) => ({ account, users }));
    },

    listUsers(ownerId, { limit, after = '', search = '' }) {
      return database.query<Account>(
        `SELECT ${accountColumns} FROM accounts
         WHERE owner_id = $1 AND user_id > $2 AND position($3 IN user_id) > 0
         ORDER BY user_id LIMIT $4`,
        [ownerId, after, search, limit],
      );
    },

    countAccounts() {
      // This reads every account.
      return database.longTransaction(async (query) => {
        const [counted] = await query<{ accounts: number }>(
          'SELECT count(*) AS accounts FROM accounts',
        );
        return counted?.accounts ?? 0;
      });
    },
  };
}

/**
 * Refunds reservations that expire after a time. Values: user, time, the process's time. Returns how
 * many there were. The account is locked before its entries, as everywhere.
 */
const releaseEndless = `
  WITH account AS (
    SELECT user_id FROM accounts WHERE user_id = $1 FOR NO KEY UPDATE
  ), released AS (
    DELETE FROM entries USING account
    WHERE entries.user_id = account.user_id AND expires_at > ${toDatabaseTime('$2', '$3')}
    RETURNING credits
  )
  UPDATE accounts
  SET credits_available = credits_available - (SELECT coalesce(sum(credits), 0) FROM released)
  WHERE user_id = $1
  RETURNING (SELECT count(*) FROM released) AS released`;

/** Forgets that the allowance was given for a month after another. Values: user, that month. */
const forgetMonth = `
  UPDATE accounts SET allowance_month = NULL
  FROM (SELECT user_id AS wrong_id, allowance_month AS month FROM accounts) AS wrong
  WHERE user_id = $1 AND wrong_id = $1 AND month > $2
  RETURNING month`;

/** The part of the store that repairs accounts. */
export function repairIn(database: Database): Accounts['repairAccount'] {
  return (userId, at) => {
    const limits = clockLimitsAt(at);
    return database.transaction(async (query): Promise<Repair | undefined> => {
      const [account] = await query<{ released: number }>(releaseEndless, [
        ...[userId, limits.expiry, processTime()],
      ]);
      if (!account) return undefined;
      const [wrong] = await query<{ month: string }>(forgetMonth, [userId, limits.month]);
      const removed = await query(
        'DELETE FROM daily_usage WHERE user_id = $1 AND day > $2::date RETURNING 1',
        [userId, limits.day],
      );
      return {
        allowance_month_forgotten: wrong?.month ?? null,
        usage_days_removed: removed.length,
        reservations_released: account.released,
      };
    });
  };
}
