import {
  noSecondFactor,
  sessionIdleMs,
  sessionMaxMs,
  type Login,
  type Logins,
  type OneTimeLink,
  type OneTimeLinks,
  type Session,
  type Sessions,
} from '../interfaces/logins.ts';
import { placeOf, requireReadable } from '../checks.ts';
import { credentialsOf } from '../credentials.ts';
import type { Damage } from '../interfaces/damage.ts';
import { DamagedDataError } from '../interfaces/errors.ts';
import { secondFactorSchema } from '../second-factor-schema.ts';
import {
  processTime,
  toDatabaseTime,
  toProcessTime,
  type Database,
  type Query,
} from './database.ts';

const sessionColumns = 'id_hash, user_id, created_at, last_seen_at, user_agent';

/** The columns of a `Session`, with times by the process's clock. One value: the process's time. */
const foundColumns = `id_hash, user_id, ${toProcessTime('created_at', '$2')} AS created_at,
  ${toProcessTime('last_seen_at', '$2')} AS last_seen_at, user_agent`;

/** The part of the store for sessions. */
export function sessionMethods(database: Database): Sessions {
  return {
    createSession({ id_hash, user_id, created_at, last_seen_at, user_agent }, credentials) {
      return database.transaction(async (query) => {
        if ((await readLogin(query, user_id, 'FOR UPDATE'))?.credentials !== credentials)
          return false;
        await query(
          `INSERT INTO sessions (${sessionColumns})
           VALUES ($1, $2, ${toDatabaseTime('$3', '$6')}, ${toDatabaseTime('$4', '$6')}, $5)`,
          [id_hash, user_id, created_at, last_seen_at, user_agent, processTime()],
        );
        return true;
      });
    },

    async findSession(idHash) {
      const [session] = await database.query<Session>(
        `SELECT ${foundColumns} FROM sessions WHERE id_hash = $1`,
        [idHash, processTime()],
      );
      return session;
    },

    async touchSession(idHash, at) {
      await database.query(
        `UPDATE sessions SET last_seen_at = ${toDatabaseTime('$2', '$3')} WHERE id_hash = $1`,
        [idHash, at, processTime()],
      );
    },

    async removeSession(idHash) {
      await database.query('DELETE FROM sessions WHERE id_hash = $1', [idHash]);
    },

    async removeSessionsOf(userId) {
      await database.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
    },

    listSessions(userId) {
      return database.query<Session>(
        `SELECT ${foundColumns} FROM sessions WHERE user_id = $1
         ORDER BY sessions.last_seen_at DESC, id_hash`,
        [userId, processTime()],
      );
    },
  };
}

const isIdle = 'last_seen_at < now() - make_interval(secs => $1)';
const isOld = 'created_at < now() - make_interval(secs => $2)';

/** Removes sessions that have ended, at most `limit` of each kind, and returns how many. */
export async function removeOldSessions(database: Database, limit: number): Promise<number> {
  const removed = await database.query(
    `DELETE FROM sessions WHERE id_hash IN (
       (SELECT id_hash FROM sessions WHERE ${isIdle} LIMIT $3)
       UNION ALL (SELECT id_hash FROM sessions WHERE ${isOld} LIMIT $3)
     ) AND (${isIdle} OR ${isOld}) RETURNING 1`,
    [sessionIdleMs / 1_000, sessionMaxMs / 1_000, limit],
  );
  return removed.length;
}

/** The columns of a `Login`. */
export const loginColumns = 'user_id, is_operator, password_hash, created_at';

/** The part of the store for logins. */
export function loginMethods(database: Database): Omit<Logins, keyof (OneTimeLinks & Sessions)> {
  return {
    async findLogin(userId) {
      const [login] = await database.query<StoredLogin>(
        `SELECT ${loginColumns}, second_factor FROM logins WHERE user_id = $1`,
        [userId],
      );
      return login && toWholeLogins(login)[0];
    },

    async listOperators() {
      const logins = await database.query<StoredLogin>(
        `SELECT ${loginColumns}, second_factor FROM logins WHERE is_operator ORDER BY user_id`,
      );
      return logins.flatMap(toWholeLogins);
    },

    removeLogin(userId) {
      return database.transaction(async (query) => {
        await query('DELETE FROM one_time_links WHERE user_id = $1', [userId]);
        const removed = await query('DELETE FROM logins WHERE user_id = $1 RETURNING 1', [userId]);
        return removed.length > 0;
      });
    },

    async findSecondFactor(userId) {
      return (await readLogin(database.query, userId))?.factor ?? noSecondFactor;
    },

    async findUserOfPasskey(credentialId) {
      const logins = await database.query<StoredLogin>(
        `SELECT ${loginColumns}, second_factor FROM logins WHERE second_factor -> 'passkeys' @> $1`,
        [JSON.stringify([{ id: credentialId }])],
      );
      return logins.flatMap(toWholeLogins)[0]?.user_id;
    },

    changeSecondFactor(userId, change, own) {
      return database.transaction(async (query) => {
        const login = await readLogin(query, userId, 'FOR UPDATE');
        if (!login || (own?.credentials ?? login.credentials) !== login.credentials) return false;
        const after = change(login.factor);
        if (after === login.factor) return false;
        requireReadable(secondFactorSchema, after, 'second_factor');
        await query('UPDATE logins SET second_factor = $2 WHERE user_id = $1', [
          userId,
          JSON.stringify(after),
        ]);
        if (own) await endSessions(query, userId, own.exceptIdHash);
        return true;
      });
    },

    changePassword(userId, passwordHash, { credentials, exceptIdHash }) {
      return database.transaction(async (query) => {
        if ((await readLogin(query, userId, 'FOR UPDATE'))?.credentials !== credentials)
          return false;
        await query('UPDATE logins SET password_hash = $2 WHERE user_id = $1', [
          userId,
          passwordHash,
        ]);
        await endSessions(query, userId, exceptIdHash);
        return true;
      });
    },
  };
}

/** Ends all sessions of a user but one. */
async function endSessions(query: Query, userId: string, exceptIdHash: string | null) {
  await query('DELETE FROM sessions WHERE user_id = $1 AND id_hash IS DISTINCT FROM $2', [
    userId,
    exceptIdHash,
  ]);
}

/** A login whose second factor has not been checked. */
interface StoredLogin extends Login {
  readonly second_factor: unknown;
}

/** A second factor that may be absent. */
const storedSecondFactor = secondFactorSchema.nullable();

/** The logins whose second factor is not damaged. */
function toWholeLogins({ second_factor: factor, ...login }: StoredLogin): Login[] {
  return storedSecondFactor.safeParse(factor).success ? [login] : [];
}

/** The damage in a second factor; empty if it can be read. */
function damageOf(userId: string, factor: unknown): Damage[] {
  const { error } = storedSecondFactor.safeParse(factor);
  if (!error) return [];
  const place = ['second_factor', placeOf(error)].filter((part) => part !== '').join('.');
  const detail =
    `Its row in the table logins is damaged: ${place} is not valid. Repair the column second_factor, ` +
    'or set it to NULL, which removes the second factor. Then restart the service.';
  return [{ what: 'login', user_ids: [userId], detail }];
}

const rowsAtOnce = 1_000;

/** The logins whose second factor is damaged. */
export async function listDamagedLogins(database: Database): Promise<Damage[]> {
  const damage: Damage[] = [];
  for (let after = ''; ;) {
    const logins = await database.query<Pick<StoredLogin, 'user_id' | 'second_factor'>>(
      `SELECT user_id, second_factor FROM logins
       WHERE second_factor IS NOT NULL AND user_id > $1 ORDER BY user_id LIMIT $2`,
      [after, rowsAtOnce],
    );
    damage.push(
      ...logins.flatMap(({ user_id, second_factor }) => damageOf(user_id, second_factor)),
    );
    if (logins.length < rowsAtOnce) return damage;
    after = logins.at(-1)?.user_id ?? '';
  }
}

/**
 * The second factor and the credentials of a user. Nothing without a login.
 * @throws DamagedDataError
 */
async function readLogin(query: Query, userId: string, lock: '' | 'FOR UPDATE' = '') {
  const [login] = await query<StoredLogin>(
    `SELECT ${loginColumns}, second_factor FROM logins WHERE user_id = $1 ${lock}`,
    [userId],
  );
  if (!login) return undefined;
  const [damage] = damageOf(userId, login.second_factor);
  if (damage) throw new DamagedDataError(damage);
  const factor = storedSecondFactor.parse(login.second_factor) ?? noSecondFactor;
  return { factor, credentials: credentialsOf(login, factor) };
}

/** Removes the access of the owner of an account that is being removed. */
export async function removeOwnerLogin(query: Query, userId: string): Promise<void> {
  await query(`DELETE FROM one_time_links WHERE user_id = $1 AND purpose = 'invitation'`, [userId]);
  await query('DELETE FROM logins WHERE user_id = $1 AND NOT is_operator', [userId]);
}

const linkColumns = 'token_hash, purpose, user_id, created_at, expires_at';

/** The advisory lock for making an operator: a number that nothing else uses. */
const operatorLockId = 4_152_778_302;

/** Lets only one transaction at a time check whether there is an operator, and act on it. */
async function lockOperators(query: Query): Promise<void> {
  await query('SELECT pg_advisory_xact_lock($1)', [operatorLockId]);
}

/** A link that is valid at a time. Values: hash of the token, the time, the process's time. */
const validLink = `
  token_hash = $1 AND expires_at > ${toDatabaseTime('$2', '$3')}
  AND (user_id IS NOT NULL OR NOT EXISTS (SELECT 1 FROM logins WHERE is_operator))
  AND (purpose = 'setup'
    OR EXISTS (SELECT 1 FROM accounts WHERE accounts.user_id = one_time_links.user_id))`;

/** The part of the store for one-time links. */
export function linkMethods(database: Database): OneTimeLinks {
  async function replaceLink(query: Query, link: OneTimeLink): Promise<void> {
    await query(
      `INSERT INTO one_time_links (${linkColumns})
       VALUES ($1, $2, $3, ${toDatabaseTime('$4', '$6')}, ${toDatabaseTime('$5', '$6')})
       ON CONFLICT (coalesce(user_id, ''), purpose) DO UPDATE SET
         token_hash = excluded.token_hash,
         created_at = excluded.created_at,
         expires_at = excluded.expires_at`,
      [
        ...[link.token_hash, link.purpose, link.user_id, link.created_at, link.expires_at],
        processTime(),
      ],
    );
  }

  return {
    createLink: (link) => replaceLink(database.query, link),

    createFirstOperatorLink(link, replaceBefore = '1970-01-01T00:00:00.000Z') {
      return database.transaction(async (query) => {
        await lockOperators(query);
        const obstacles = await query(
          `SELECT 1 FROM logins WHERE is_operator
           UNION ALL SELECT 1 FROM one_time_links
             WHERE user_id IS NULL AND token_hash <> $1
               AND expires_at > ${toDatabaseTime('$2', '$3')}
               AND created_at >= ${toDatabaseTime('$4', '$3')}`,
          [link.token_hash, link.created_at, processTime(), replaceBefore],
        );
        if (obstacles.length > 0) return false;
        await replaceLink(query, link);
        return true;
      });
    },

    async findLink(tokenHash, at) {
      const [link] = await database.query<OneTimeLink>(
        `SELECT token_hash, purpose, user_id, ${toProcessTime('created_at', '$3')} AS created_at,
           ${toProcessTime('expires_at', '$3')} AS expires_at
         FROM one_time_links WHERE ${validLink}`,
        [tokenHash, at, processTime()],
      );
      return link;
    },

    useLink(tokenHash, { user_id: userId, password_hash: hash }, at) {
      return database.transaction(async (query) => {
        await lockOperators(query);
        // The account is locked first, as when it is removed. The lock waits for a running removal.
        await query('SELECT 1 FROM accounts WHERE user_id = $1 FOR KEY SHARE', [userId]);
        const [link] = await query<Pick<OneTimeLink, 'purpose'>>(
          `DELETE FROM one_time_links
           WHERE ${validLink} AND coalesce(user_id, $4) = $4 RETURNING purpose`,
          [tokenHash, at, processTime(), userId],
        );
        if (!link) return undefined;
        const [login] = await query<Login>(
          `INSERT INTO logins AS known (${loginColumns}) VALUES ($1, $2, $3, $4)
           ON CONFLICT (user_id) DO UPDATE SET
             is_operator = known.is_operator OR excluded.is_operator,
             password_hash = excluded.password_hash
           RETURNING ${loginColumns}`,
          [userId, link.purpose === 'setup', hash, at],
        );
        await query('DELETE FROM sessions WHERE user_id = $1', [userId]);
        return login;
      });
    },
  };
}

/** Removes links that have expired, at most `limit` of them, and returns how many. */
export async function removeExpiredLinks(database: Database, limit: number): Promise<number> {
  const removed = await database.query(
    `DELETE FROM one_time_links WHERE token_hash IN (
       SELECT token_hash FROM one_time_links WHERE expires_at < now()
       ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
     ) RETURNING 1`,
    [limit],
  );
  return removed.length;
}
