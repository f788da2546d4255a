import type { ApiKey, ApiKeys, FoundKey } from '../interfaces/api-keys.ts';
import { StoreError } from '../interfaces/errors.ts';
import {
  processTime,
  toDatabaseTime,
  toProcessTime,
  type Database,
  type Query,
} from './database.ts';

/** The columns of an `ApiKey`. */
export const keyColumns =
  'id, owner_id, name, hash, last4, created_at, last_used_at, revoked_at, expires_at, user_id';

/** The columns of an `ApiKey`, with times by the process's clock. Values: the process's time. */
const foundColumns = (now: string) => {
  const times = ['created_at', 'last_used_at', 'revoked_at', 'expires_at'];
  const found = times.map((time) => `${toProcessTime(`api_keys.${time}`, now)} AS ${time}`);
  return `api_keys.id, api_keys.owner_id, name, hash, last4, ${found.join(', ')}, api_keys.user_id`;
};

/** The part of the store for API keys. Every call finds one by its hash, the primary key. */
export function keyMethods(database: Database): ApiKeys {
  return {
    createKey(key) {
      return database.transaction(async (query) => {
        // The lock waits for a running removal of the owner, and blocks later ones.
        const owner = await query('SELECT 1 FROM accounts WHERE user_id = $1 FOR KEY SHARE', [
          key.owner_id,
        ]);
        if (owner.length === 0) {
          throw new StoreError(`There is no account ${key.owner_id} to own a key.`);
        }
        await insertKey(query, key);
      });
    },

    async findKey(hash) {
      const [key] = await database.query<FoundKey>(
        `SELECT ${foundColumns('$2')}, accounts.suspended_at AS owner_suspended_at,
           accounts.daily_calls_max AS owner_daily_calls_max
         FROM api_keys LEFT JOIN accounts ON accounts.user_id = api_keys.owner_id
         WHERE hash = $1`,
        [hash, processTime()],
      );
      return key;
    },

    listKeys(ownerId) {
      const [where, values] = ownerId === undefined ? ['', []] : ['WHERE owner_id = $2', [ownerId]];
      return database.query<ApiKey>(
        `SELECT ${foundColumns('$1')} FROM api_keys ${where} ORDER BY api_keys.created_at, id`,
        [processTime(), ...values],
      );
    },

    async revokeKey(id, at, ownerId) {
      const [key] = await database.query<ApiKey>(
        `UPDATE api_keys SET revoked_at = coalesce(revoked_at, ${toDatabaseTime('$2', '$4')})
         WHERE id = $1 AND owner_id = coalesce($3, owner_id)
         RETURNING ${foundColumns('$4')}`,
        [id, at, ownerId ?? null, processTime()],
      );
      return key;
    },

    rotateKey(id, key, oldWorksUntil) {
      return database.transaction(async (query) => {
        // The lock waits for a running removal of the owner, which removes the old key.
        await query('SELECT 1 FROM accounts WHERE user_id = $1 FOR KEY SHARE', [key.owner_id]);
        const [old] = await query<ApiKey>(
          `UPDATE api_keys SET expires_at = least(expires_at, ${toDatabaseTime('$3', '$5')})
           WHERE id = $1 AND owner_id = $2 AND revoked_at IS NULL
             AND (expires_at IS NULL OR expires_at > ${toDatabaseTime('$4', '$5')})
           RETURNING ${foundColumns('$5')}`,
          [id, key.owner_id, oldWorksUntil, key.created_at, processTime()],
        );
        if (old) await insertKey(query, key);
        return old;
      });
    },

    async touchKey(hash, at) {
      await database.query(
        `UPDATE api_keys SET last_used_at = ${toDatabaseTime('$2', '$3')} WHERE hash = $1`,
        [hash, at, processTime()],
      );
    },
  };
}

export async function insertKey(query: Query, key: ApiKey): Promise<void> {
  const { id, owner_id, name, hash, last4, user_id } = key;
  const { created_at, last_used_at, revoked_at, expires_at } = key;
  const times = ['$6', '$7', '$8', '$9'].map((time) => toDatabaseTime(time, '$10'));
  await query(
    `INSERT INTO api_keys (${keyColumns}) VALUES ($1, $2, $3, $4, $5, ${times.join(', ')}, $11)`,
    [
      ...[id, owner_id, name, hash, last4],
      ...[created_at, last_used_at, revoked_at, expires_at, processTime()],
      user_id,
    ],
  );
}
