import type { Session, Sessions } from '../interfaces/logins.ts';
import { withoutExpired, type LoginRecords } from './login-records.ts';

/** The part of the store that keeps sessions. */
export function sessionMethods(records: LoginRecords): Sessions {
  function find(idHash: string): Session | undefined {
    return records.withHash(idHash).sessions.find(({ id_hash }) => id_hash === idHash);
  }

  /** Changes the sessions of a user. */
  async function change(
    userId: string | undefined,
    work: (sessions: readonly Session[]) => Session[],
  ): Promise<void> {
    if (userId === undefined) return;
    await records.update(userId, (before) => {
      if (before.sessions.length === 0) return { result: undefined, after: before };
      return { result: undefined, after: { ...before, sessions: work(before.sessions) } };
    });
  }

  return {
    async createSession(session) {
      await records.update(session.user_id, (before) => {
        if (!before.login) return { result: undefined, after: before };
        const others = withoutExpired(before, session.created_at);
        const sessions = [...others.sessions, { ...session }];
        return { result: undefined, after: { ...others, sessions } };
      });
    },

    findSession(idHash) {
      const session = find(idHash);
      return Promise.resolve(session && { ...session });
    },

    touchSession: (idHash, at) =>
      change(records.userOf(idHash), (sessions) =>
        sessions.map((one) => (one.id_hash === idHash ? { ...one, last_seen_at: at } : one)),
      ),

    removeSession: (idHash) =>
      change(records.userOf(idHash), (sessions) =>
        sessions.filter(({ id_hash }) => id_hash !== idHash),
      ),

    removeSessionsOf: (userId) => change(userId, () => []),

    listSessions(userId) {
      const sessions = records
        .of(userId)
        .sessions.map((session) => ({ ...session }))
        .sort((a, b) => (a.last_seen_at > b.last_seen_at ? -1 : 1));
      return Promise.resolve(sessions);
    },
  };
}
