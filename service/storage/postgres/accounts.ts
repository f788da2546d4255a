import type { Account, Accounts } from '../interfaces/accounts.ts';
import { AccountExistsError, AccountOwnsOthersError, StoreError } from '../interfaces/errors.ts';
import type { AccountLists } from './account-lists.ts';
import type { Database } from './database.ts';
import { insertKey } from './api-keys.ts';
import { removeOwnerLogin } from './logins.ts';

/** The columns of an `Account`. */
export const accountColumns =
  'user_id, owner_id, plan_type, credits_available, monthly_allowance, allowance_month, suspended_at';

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

/** The part of the store that keeps accounts. */
export function accountMethods(
  database: Database,
): Omit<Accounts, 'repairAccount' | keyof AccountLists> {
  return {
    async createAccount(account, at, key) {
      const { user_id, owner_id, plan_type, credits_available: credits } = account;
      await database.transaction(async (query) => {
        // The lock waits for a removal of the owner that is under way, and holds off later ones.
        const owner = await query('SELECT 1 FROM accounts WHERE user_id = $1 FOR KEY SHARE', [
          owner_id,
        ]);
        if (owner.length === 0 && owner_id !== user_id) {
          throw new StoreError(`There is no account ${owner_id} to own another.`);
        }
        const inserted = await query(
          `INSERT INTO accounts (${accountColumns}) VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT DO NOTHING RETURNING user_id`,
          [
            ...[user_id, owner_id, plan_type, credits],
            ...[account.monthly_allowance, account.allowance_month, account.suspended_at],
          ],
        );
        if (inserted.length === 0) {
          throw new AccountExistsError(`There is an account ${user_id} already.`);
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

    removeAccount(userId) {
      return database.longTransaction(async (query) => {
        // No account can be given this one as its owner meanwhile.
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
