import type { Login } from '../interfaces/logins.ts';
import { sessionIdleMs, sessionMaxMs } from '../interfaces/logins.ts';
import type { StoredLogin } from './login-data.ts';
import type { ShardFiles } from './shard-files.ts';

/** Where a link for the first operator is: it belongs to nobody. */
export const nobody = '';

/** What lets users in. */
export interface LoginRecords {
  /** What a user has, which may be nothing. */
  of(userId: string): StoredLogin;
  /** What the user has whose link or session has this hash. */
  withHash(hash: string): StoredLogin;
  /** Whose link or session it is. */
  userOf(hash: string): string | undefined;
  /** Every login that lets somebody in. That of an owner does so only while there is the account. */
  logins(): Iterable<Login>;
  /** Those of operators, without a search through all. */
  operators(): Login[];
  hasAccount(userId: string): boolean;
  /**
   * Changes what a user has, in memory at once when its turn has come, and resolves with the result
   * when that has reached the disk. The same object means that nothing changes.
   */
  update<T>(
    userId: string,
    change: (before: StoredLogin) => { result: T; after: StoredLogin },
  ): Promise<T>;
}

const nothing: StoredLogin = { login: null, links: [], sessions: [] };

export function createLoginRecords(
  shards: ShardFiles<StoredLogin>,
  hasAccount: (userId: string) => boolean,
): LoginRecords {
  /** Users by the hashes of their links and sessions. What it says is looked up: it may be gone. */
  const users = new Map<string, string>();
  /** Who may be an operator; looked up, too. */
  const operators = new Set<string>();
  for (const { login, links, sessions } of shards.all()) {
    if (login?.is_operator) operators.add(login.user_id);
    for (const { token_hash, user_id } of links) users.set(token_hash, user_id ?? nobody);
    for (const { id_hash, user_id } of sessions) users.set(id_hash, user_id);
  }
  const of = (userId: string) => shards.find(userId) ?? nothing;
  return {
    of,
    withHash: (hash) => of(users.get(hash) ?? nobody),
    userOf: (hash) => users.get(hash),
    *logins() {
      for (const { login } of shards.all()) {
        if (login && (login.is_operator || hasAccount(login.user_id))) yield login;
      }
    },
    operators: () =>
      [...operators].flatMap((userId) => {
        const { login } = of(userId);
        return login?.is_operator ? [login] : [];
      }),
    hasAccount,
    async update(userId, change) {
      let gone: string[] = [];
      const result = await shards.update(userId, (stored) => {
        const before = stored ?? nothing;
        const { result, after } = change(before);
        // Before it is written, because a change that fails may have been made.
        for (const hash of hashesOf(after)) users.set(hash, userId);
        if (after.login?.is_operator) operators.add(userId);
        gone = hashesOf(before).filter((hash) => !hashesOf(after).includes(hash));
        if (after === before) return { result, account: stored };
        const { login, links, sessions } = after;
        const isEmpty = !login && links.length === 0 && sessions.length === 0;
        return { result, account: isEmpty ? undefined : after };
      });
      for (const hash of gone) users.delete(hash);
      if (!of(userId).login?.is_operator) operators.delete(userId);
      return result;
    },
  };
}

/** Without links and sessions that have ended at a time. */
export function withoutExpired(stored: StoredLogin, at: string): StoredLogin {
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

function hashesOf({ links, sessions }: StoredLogin): string[] {
  return [...links.map((link) => link.token_hash), ...sessions.map((session) => session.id_hash)];
}
