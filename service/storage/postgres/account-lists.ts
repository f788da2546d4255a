import type { Account, Accounts, OwnerSummary } from '../interfaces/accounts.ts';
import { accountColumns } from './accounts.ts';
import type { Database } from './database.ts';

export type AccountLists = Pick<
  Accounts,
  'listAccounts' | 'listOwners' | 'listUsers' | 'countAccounts'
>;

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

    // So written, the planner knows from its statistics how many accounts are owners.
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
