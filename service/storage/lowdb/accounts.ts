import { randomUUID } from 'node:crypto';
import { clockLimitsAt, type Account, type Accounts } from '../interfaces/accounts.ts';
import type { CreditLedger } from '../interfaces/credit-ledger.ts';
import { AccountExistsError, AccountOwnsOthersError, StoreError } from '../interfaces/errors.ts';
import type { CallFiles } from './call-files.ts';
import type { LoginFiles } from './logins.ts';
import type { StoredAccount } from './shard-data.ts';
import type { Shards } from './shard-files.ts';

/** The part of the store for accounts. */
export function accountMethods(
  shards: Shards,
  callFiles: CallFiles,
  logins: LoginFiles,
  ledger: Pick<CreditLedger, 'release'>,
): Accounts {
  async function changeFields(userId: string, fields: Partial<Account>) {
    const account = await shards.change(userId, (before) => ({ ...before, ...fields }));
    return account && toAccount(account);
  }

  return {
    async createAccount(account, at, key) {
      await shards.refuseDamaged(account.user_id);
      await shards.refuseDamaged(account.owner_id);
      // A crash may have left the login of a removed account behind.
      if (!shards.find(account.user_id)) await logins.removeOwner(account.user_id);
      await shards.update(account.user_id, (before) => {
        if (before) {
          throw new AccountExistsError(`There already is an account ${account.user_id}.`);
        }
        const { user_id: userId, owner_id: ownerId, credits_available: credits } = account;
        if (ownerId !== userId && !shards.find(ownerId)) {
          throw new StoreError(`There is no account ${ownerId} to own another.`);
        }
        const first = { id: `first-${userId}`, user_id: userId, credits, request_id: null, at };
        const entries = credits > 0 ? [{ ...first, reason: 'top-up' as const }] : [];
        const keys = key ? [{ ...key }] : [];
        const none = { reservations: [], usage: [] };
        const created = { id: randomUUID(), ...toAccount(account), keys, entries, ...none };
        return { result: undefined, account: created };
      });
    },

    async findAccount(userId) {
      const account = shards.find(userId);
      if (!account) await shards.refuseDamaged(userId);
      return account && toAccount(account);
    },

    listAccounts(ownerId) {
      if (ownerId !== undefined) return Promise.resolve(shards.usersOf(ownerId).map(toAccount));
      const accounts = [...shards.all()].map(toAccount);
      return Promise.resolve(accounts.sort((a, b) => (a.user_id < b.user_id ? -1 : 1)));
    },

    listOwners(page) {
      const owners = shards.listPage(page).map((owner) => ({
        account: toAccount(owner),
        users: shards.countUsersOf(owner.user_id),
      }));
      return Promise.resolve(owners);
    },

    listUsers: (ownerId, page) => Promise.resolve(shards.listPage(page, ownerId).map(toAccount)),

    countAccounts: () => Promise.resolve(shards.count()),

    changePlan: (userId, { plan_type, monthly_allowance }) =>
      changeFields(userId, { plan_type, monthly_allowance }),

    suspendAccount: (userId, at) => changeFields(userId, { suspended_at: at }),

    limitCalls: (userId, max) => changeFields(userId, { daily_calls_max: max }),

    async repairAccount(userId, at) {
      const limits = clockLimitsAt(at);
      const reservations = shards.find(userId)?.reservations ?? [];
      const endless = reservations.filter(({ expires_at }) => expires_at > limits.expiry);
      for (const reservation of endless) await ledger.release(reservation);
      return shards.update(userId, (before) => {
        if (!before) return { result: undefined, account: before };
        const { allowance_month: month } = before;
        const isWrong = month !== null && month > limits.month;
        const usage = before.usage.filter(({ day }) => day <= limits.day);
        const result = {
          allowance_month_forgotten: isWrong ? month : null,
          usage_days_removed: before.usage.length - usage.length,
          reservations_released: endless.length,
        };
        return { result, account: { ...before, usage, allowance_month: isWrong ? null : month } };
      });
    },

    async removeAccount(userId) {
      await logins.refuseDamaged(userId);
      const removed = await shards.update(userId, (before) => {
        if (shards.usersOf(userId).some(({ user_id }) => user_id !== userId)) {
          throw new AccountOwnsOthersError(`${userId} owns other accounts. Remove those first.`);
        }
        const [damaged] = shards.damagedUsersOf(userId);
        if (before && damaged !== undefined) {
          throw new AccountOwnsOthersError(
            `${userId} owns or may own ${damaged}, which is damaged. "altscribe doctor" says ` +
              'how to repair it.',
          );
        }
        return { result: before, account: undefined };
      });
      if (removed) await callFiles.remove(removed);
      await logins.removeOwner(userId);
      return removed !== undefined;
    },
  };
}

/** An account in the form of the interface, without keys, entries and the like. */
export function toAccount(account: Account | StoredAccount): Account {
  return {
    user_id: account.user_id,
    owner_id: account.owner_id,
    plan_type: account.plan_type,
    credits_available: account.credits_available,
    monthly_allowance: account.monthly_allowance,
    allowance_month: account.allowance_month,
    suspended_at: account.suspended_at,
    daily_calls_max: account.daily_calls_max,
  };
}
