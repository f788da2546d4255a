import { AccountExistsError, type Store } from '../store.ts';
import type { Data } from './data.ts';
import type { GroupCommit } from './group-commit.ts';

type Accounts = Pick<Store, 'createAccount' | 'findAccount' | 'listAccounts' | 'addCredits'>;

/** The part of the store that keeps accounts. */
export function accountMethods(data: Data, { commit }: GroupCommit): Accounts {
  return {
    async createAccount(account, key) {
      if (data.accounts[account.user_id]) {
        throw new AccountExistsError(`There is an account ${account.user_id} already.`);
      }
      data.accounts[account.user_id] = { ...account };
      if (key) data.keys[key.hash] = { ...key };
      await commit(() => {
        delete data.accounts[account.user_id];
        if (key) delete data.keys[key.hash];
      });
    },

    findAccount(userId) {
      const account = data.accounts[userId];
      return Promise.resolve(account && { ...account });
    },

    listAccounts(ownerId) {
      const accounts = Object.values(data.accounts)
        .filter((account) => ownerId === undefined || account.owner_id === ownerId)
        .sort((a, b) => (a.user_id < b.user_id ? -1 : 1))
        .map((account) => ({ ...account }));
      return Promise.resolve(accounts);
    },

    async addCredits(userId, credits) {
      const account = data.accounts[userId];
      if (!account) return undefined;
      account.credits_available += credits;
      const after = { ...account };
      await commit(() => {
        account.credits_available -= credits;
      });
      return after;
    },
  };
}
