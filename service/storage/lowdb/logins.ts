import * as z from 'zod';
import {
  linkPurposes,
  noSecondFactor,
  sessionIdleMs,
  sessionMaxMs,
  type Login,
  type Logins,
  type OneTimeLink,
  type Session,
} from '../interfaces/logins.ts';
import type { ExportedLogin } from '../account-export.ts';
import { credentialsOf } from '../credentials.ts';
import { secondFactorSchema } from '../second-factor-schema.ts';
import { openShardFiles } from './shard-files.ts';
import type { SnapshotLock } from './snapshot-lock.ts';

const login = z.object({
  user_id: z.string(),
  is_operator: z.boolean(),
  password_hash: z.string().nullable(),
  created_at: z.string(),
});

const link = z.object({
  token_hash: z.string(),
  purpose: z.enum(linkPurposes),
  user_id: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
});

const session = z.object({
  id_hash: z.string(),
  user_id: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  user_agent: z.string(),
});

/** The schema of a login in a file. At most one link of each purpose. */
export const storedLogin = z.object({
  login: login.nullable(),
  second_factor: secondFactorSchema.optional(),
  links: z.array(link),
  sessions: z.array(session),
});

/** The login of one user with its links and sessions: each change is one write. */
type StoredLogin = Readonly<z.infer<typeof storedLogin>>;

/** The `user_id` that links for the first operator are stored under. */
const noUser = '';

export type LoginFiles = Awaited<ReturnType<typeof openLogins>>;

const nothing: StoredLogin = { login: null, links: [], sessions: [] };

/**
 * Reads all logins from the files of a folder, which is created if it does not exist.
 * @throws StoreError if one of them cannot be read or was made by a newer version
 */
export async function openLogins(
  folder: string,
  lock: SnapshotLock,
  hasAccount: (userId: string) => boolean,
) {
  /** Users by the hashes of their links and sessions. */
  const users = new Map<string, string>();
  const operators = new Set<string>();
  const shards = await openShardFiles(
    folder,
    'login',
    storedLogin,
    lock,
    (userId, before, after) => {
      for (const hash of hashesOf(before)) users.delete(hash);
      for (const hash of hashesOf(after)) users.set(hash, userId);
      if (after?.login?.is_operator) operators.add(userId);
      else operators.delete(userId);
    },
  );
  /** The login of a user, which may be empty. */
  const of = (userId: string) => shards.find(userId) ?? nothing;

  /** Changes a login. If `change` returns the same object, nothing is written. */
  function update<T>(
    userId: string,
    change: (before: StoredLogin) => { result: T; after: StoredLogin },
  ): Promise<T> {
    return shards.update(userId, (stored) => {
      const before = stored ?? nothing;
      const { result, after } = change(before);
      if (after === before) return { result, account: stored };
      const isEmpty = !after.login && hashesOf(after).length === 0;
      return { result, account: isEmpty ? undefined : after };
    });
  }

  function change(userId: string, change: (before: StoredLogin) => StoredLogin): Promise<void> {
    return update(userId, (before) => ({ result: undefined, after: change(before) }));
  }

  /**
   * A damaged login may be an operator's: it must not let another user become the first operator.
   */
  const hasOperator = () => operators.size > 0 || shards.listDamage().length > 0;

  /** A link, if it is valid. */
  function findLink(tokenHash: string, at: string): OneTimeLink | undefined {
    const { links } = of(users.get(tokenHash) ?? noUser);
    const link = links.find(({ token_hash }) => token_hash === tokenHash);
    if (!link || link.expires_at <= at) return undefined;
    if (link.user_id === null) return hasOperator() ? undefined : link;
    return link.purpose === 'setup' || hasAccount(link.user_id) ? link : undefined;
  }

  function changeSessions(
    userId: string,
    work: (sessions: readonly Session[]) => Session[],
  ): Promise<void> {
    return change(userId, (before) =>
      before.sessions.length === 0 ? before : { ...before, sessions: work(before.sessions) },
    );
  }

  const methods: Logins = {
    findLogin(userId) {
      const { login } = of(userId);
      const isIn = login && (login.is_operator || hasAccount(userId));
      return Promise.resolve(isIn ? { ...login } : undefined);
    },

    listOperators() {
      const logins = [...operators].sort().flatMap((userId) => of(userId).login ?? []);
      return Promise.resolve(logins.map((login) => ({ ...login })));
    },

    removeLogin: (userId) =>
      update(userId, ({ login }) => ({
        result: login !== null,
        after: { login: null, links: [], sessions: [] },
      })),

    changePassword: (userId, passwordHash, { credentials, exceptIdHash }) =>
      update(userId, (before) => {
        if (!before.login || !isStill(credentials, before)) return { result: false, after: before };
        const login = { ...before.login, password_hash: passwordHash };
        const sessions = sessionsBut(exceptIdHash, before);
        return { result: true, after: { ...before, login, sessions } };
      }),

    async findSecondFactor(userId) {
      await shards.refuseDamaged(userId);
      return structuredClone(of(userId).second_factor ?? noSecondFactor);
    },

    findUserOfPasskey(credentialId) {
      for (const { login, second_factor: factor } of shards.all()) {
        if (login && factor?.passkeys.some(({ id }) => id === credentialId)) {
          return Promise.resolve(login.user_id);
        }
      }
      return Promise.resolve(undefined);
    },

    changeSecondFactor: (userId, changeIt, own) =>
      update(userId, (before) => {
        const present = before.second_factor ?? noSecondFactor;
        const after = isStill(own?.credentials, before) ? changeIt(present) : present;
        if (after === present) return { result: false, after: before };
        const sessions = own ? sessionsBut(own.exceptIdHash, before) : before.sessions;
        const second_factor = structuredClone(after);
        return { result: true, after: { ...before, second_factor, sessions } };
      }),

    createLink: (link) => change(link.user_id ?? noUser, (before) => withLink(before, link)),

    async createFirstOperatorLink(link, replaceBefore = '') {
      if (hasOperator()) return false;
      return update(noUser, (before) => {
        const { links } = withoutExpired(before, link.created_at);
        const isKept = links.some(({ created_at }) => created_at >= replaceBefore);
        if (isKept || hasOperator()) return { result: false, after: before };
        return { result: true, after: withLink(before, link) };
      });
    },

    findLink(tokenHash, at) {
      const link = findLink(tokenHash, at);
      return Promise.resolve(link && { ...link });
    },

    async useLink(tokenHash, { user_id, password_hash }, at) {
      const used = await update(user_id, (before) => {
        const link = findLink(tokenHash, at);
        if (!link || (link.user_id ?? user_id) !== user_id) {
          return { result: undefined, after: before };
        }
        const is_operator = link.purpose === 'setup' || before.login?.is_operator === true;
        const created_at = before.login?.created_at ?? at;
        const login: Login = { user_id, is_operator, password_hash, created_at };
        const links = before.links.filter(({ token_hash }) => token_hash !== tokenHash);
        return { result: { ...login }, after: { ...before, login, links, sessions: [] } };
      });
      if (used && users.get(tokenHash) === noUser) {
        // If this fails, the link stays, but it is not valid, because there is an operator now.
        await change(noUser, (before) => ({ ...before, links: [] })).catch(() => undefined);
      }
      return used;
    },

    createSession: (session, credentials) =>
      update(session.user_id, (before) => {
        if (!isStill(credentials, before)) return { result: false, after: before };
        const others = withoutExpired(before, session.created_at);
        return {
          result: true,
          after: { ...others, sessions: [...others.sessions, { ...session }] },
        };
      }),

    findSession(idHash) {
      const { sessions } = of(users.get(idHash) ?? noUser);
      const session = sessions.find(({ id_hash }) => id_hash === idHash);
      return Promise.resolve(session && { ...session });
    },

    touchSession: (idHash, at) =>
      changeSessions(users.get(idHash) ?? noUser, (sessions) =>
        sessions.map((one) => (one.id_hash === idHash ? { ...one, last_seen_at: at } : one)),
      ),

    removeSession: (idHash) =>
      changeSessions(users.get(idHash) ?? noUser, (sessions) =>
        sessions.filter(({ id_hash }) => id_hash !== idHash),
      ),

    removeSessionsOf: (userId) => changeSessions(userId, () => []),

    listSessions(userId) {
      const sessions = of(userId).sessions.map((session) => ({ ...session }));
      sessions.sort((a, b) => (a.last_seen_at > b.last_seen_at ? -1 : 1));
      return Promise.resolve(sessions);
    },
  };

  return {
    methods,
    /** Every login that works. An owner's works only while the account exists. */
    *all(): Iterable<ExportedLogin> {
      for (const { login, second_factor = null } of shards.all()) {
        if (login && (login.is_operator || hasAccount(login.user_id)))
          yield { ...login, second_factor };
      }
    },
    /** Removes the login of an account's owner. An operator's login stays. */
    removeOwner: (userId: string) =>
      change(userId, (before) => {
        const { login, links } = before;
        if (!login && links.length === 0) return before;
        const kept = links.filter(({ purpose }) => purpose === 'setup');
        return login?.is_operator ? { ...before, links: kept } : { ...nothing, links: kept };
      }),
    refuseDamaged: shards.refuseDamaged,
    listDamage: shards.listDamage,
    isFailing: shards.isFailing,
    idle: shards.idle,
  };
}

/** Whether a user has a login with these credentials; with any, if none are given. */
function isStill(
  credentials: string | undefined,
  { login, second_factor: factor = noSecondFactor }: StoredLogin,
): boolean {
  return login !== null && [undefined, credentialsOf(login, factor)].includes(credentials);
}

/** The session to keep when the others end. */
function sessionsBut(exceptIdHash: string | null, { sessions }: StoredLogin): Session[] {
  return sessions.filter(({ id_hash }) => id_hash === exceptIdHash);
}

function withLink(stored: StoredLogin, link: OneTimeLink): StoredLogin {
  const others = withoutExpired(stored, link.created_at);
  const links = others.links.filter(({ purpose }) => purpose !== link.purpose);
  return { ...others, links: [...links, { ...link }] };
}

/** The login without links and sessions that have ended at a time. */
function withoutExpired(stored: StoredLogin, at: string): StoredLogin {
  const idleSince = new Date(Date.parse(at) - sessionIdleMs).toISOString();
  const oldest = new Date(Date.parse(at) - sessionMaxMs).toISOString();
  return {
    ...stored,
    links: stored.links.filter(({ expires_at }) => expires_at > at),
    sessions: stored.sessions.filter(
      ({ created_at, last_seen_at }) => last_seen_at >= idleSince && created_at >= oldest,
    ),
  };
}

function hashesOf({ links, sessions } = nothing): string[] {
  return [...links.map((link) => link.token_hash), ...sessions.map((session) => session.id_hash)];
}
