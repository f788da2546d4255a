import type { Logins } from '../interfaces/logins.ts';
import type { LoginRecords } from './login-records.ts';
import { linkMethods } from './one-time-links.ts';
import { sessionMethods } from './sessions.ts';

/** The part of the store that keeps who may sign in. */
export function loginMethods(records: LoginRecords): Logins {
  return {
    findLogin(userId) {
      const { login } = records.of(userId);
      const isIn = login && (login.is_operator || records.hasAccount(userId));
      return Promise.resolve(isIn ? { ...login } : undefined);
    },

    listOperators() {
      const operators = records
        .operators()
        .map((login) => ({ ...login }))
        .sort((a, b) => (a.user_id < b.user_id ? -1 : 1));
      return Promise.resolve(operators);
    },

    removeLogin: (userId) =>
      records.update(userId, ({ login }) => ({
        result: login !== null,
        after: { login: null, links: [], sessions: [] },
      })),

    async changePassword(userId, passwordHash, exceptIdHash) {
      await records.update(userId, (before) => {
        if (!before.login) return { result: undefined, after: before };
        const login = { ...before.login, password_hash: passwordHash };
        const sessions = before.sessions.filter(({ id_hash }) => id_hash === exceptIdHash);
        return { result: undefined, after: { ...before, login, sessions } };
      });
    },

    ...linkMethods(records),
    ...sessionMethods(records),
  };
}

/** Removes what lets the owner of an account in. What lets an operator in stays. */
export async function removeOwnerLogin(records: LoginRecords, userId: string): Promise<void> {
  await records.update(userId, (before) => {
    const { login, links } = before;
    if (!login && links.length === 0) return { result: undefined, after: before };
    const kept = links.filter(({ purpose }) => purpose === 'setup');
    const after = login?.is_operator
      ? { ...before, links: kept }
      : { login: null, links: kept, sessions: [] };
    return { result: undefined, after };
  });
}
