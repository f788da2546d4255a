import type {
  Login,
  Logins,
  OneTimeLink,
  OneTimeLinks,
  Session,
  Sessions,
} from '../interfaces/logins.ts';
import type { StoredLogin } from './login-data.ts';
import { nobody, withoutExpired, type LoginRecords } from './login-records.ts';

/** The part of the store that keeps sessions. */
function sessionMethods(records: LoginRecords): Sessions {
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

/** The part of the store that keeps links that are used once. */
function linkMethods(records: LoginRecords): OneTimeLinks {
  const hasOperator = () => records.operators().length > 0;

  /** A link where it is valid. */
  function find(tokenHash: string, at: string): OneTimeLink | undefined {
    const { links } = records.withHash(tokenHash);
    const link = links.find(({ token_hash }) => token_hash === tokenHash);
    if (!link || link.expires_at <= at) return undefined;
    if (link.user_id === null) return hasOperator() ? undefined : link;
    return link.purpose === 'setup' || records.hasAccount(link.user_id) ? link : undefined;
  }

  /** The link used up by a user, in memory. No other call comes in between. */
  function use(
    before: StoredLogin,
    link: OneTimeLink,
    { user_id, password_hash }: Pick<Login, 'user_id' | 'password_hash'>,
    at: string,
  ) {
    const login: Login = {
      user_id,
      is_operator: link.purpose === 'setup' || before.login?.is_operator === true,
      password_hash,
      created_at: before.login?.created_at ?? at,
    };
    return { result: { ...login }, after: { login, links: without(before, link), sessions: [] } };
  }

  return {
    async createLink(link) {
      await records.update(link.user_id ?? nobody, (before) => ({
        result: undefined,
        after: withLink(before, link),
      }));
    },

    createFirstOperatorLink(link) {
      return records.update(nobody, (before) => {
        const { links } = withoutExpired(before, link.created_at);
        if (links.length > 0 || hasOperator()) return { result: false, after: before };
        return { result: true, after: withLink(before, link) };
      });
    },

    findLink(tokenHash, at) {
      const link = find(tokenHash, at);
      return Promise.resolve(link && { ...link });
    },

    async useLink(tokenHash, login, at) {
      const used = await records.update(login.user_id, (before) => {
        const link = find(tokenHash, at);
        if (!link || (link.user_id ?? login.user_id) !== login.user_id) {
          return { result: undefined, after: before };
        }
        return use(before, link, login, at);
      });
      if (used && records.userOf(tokenHash) === nobody) await forgetFirstLink();
      return used;
    },
  };

  /** Where this fails, the link stays, but is not valid: there is an operator now. */
  async function forgetFirstLink(): Promise<void> {
    await records
      .update(nobody, (before) => ({ result: undefined, after: { ...before, links: [] } }))
      .catch(() => undefined);
  }
}

function withLink(stored: StoredLogin, link: OneTimeLink): StoredLogin {
  const others = withoutExpired(stored, link.created_at);
  const links = others.links.filter(({ purpose }) => purpose !== link.purpose);
  return { ...others, links: [...links, { ...link }] };
}

function without({ links }: StoredLogin, used: OneTimeLink): OneTimeLink[] {
  return links.filter(({ token_hash }) => token_hash !== used.token_hash);
}

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
