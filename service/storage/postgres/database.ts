import type { Logger } from 'pino';
import type { ConnectionCounts } from '../interfaces/storage-backend.ts';
import { openConnectionPool } from './connection-pool.ts';
import { InDoubtError, UnreachableError } from './errors.ts';
import { awaitCommit, inTransaction, type Query } from './transaction.ts';
import { withRetry } from './with-retry.ts';

/** The connections to one database. Every error is a StoreError. Conflicts are tried again. */
export interface Database {
  /**
   * Runs one statement, and again when the connection broke. The first attempt may have changed
   * something then, so running the statement twice must have the effect of running it once.
   */
  readonly query: Query;
  /**
   * Runs one statement that must not take effect twice.
   * @throws InDoubtError when the connection broke while it ran
   */
  readonly queryOnce: Query;
  /**
   * Runs statements as one: all of them take effect, or none. When the connection breaks before the
   * commit, none has, and all are run again.
   */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /**
   * A transaction that may take minutes, because it reads or changes many rows, or waits for others
   * that do. Each of its statements may take `timeoutMs` milliseconds; an hour unless given.
   */
  longTransaction<T>(work: (query: Query) => Promise<T>, timeoutMs?: number): Promise<T>;
  /** Resolves when the database can be read, however much work is under way. */
  ping(): Promise<void>;
  /** Those for everything but `ping`. */
  connections(): ConnectionCounts;
  /** Waits for what is under way, and closes the connections. */
  close(): Promise<void>;
}

const longTimeoutMs = 3_600_000;

export interface DatabaseOptions {
  readonly log: Logger;
  /** How many connections there may be at most, besides the one for `ping`; 10 unless given. */
  readonly poolSize?: number | undefined;
}

/** Makes no connection yet. */
export function openDatabase(url: string, { log, poolSize = 10 }: DatabaseOptions): Database {
  const { withConnection, counts, close } = openConnectionPool(url, poolSize, log);
  // Of its own, so that it has not to wait for calls when they use all the others.
  const readiness = openConnectionPool(url, 1, log);

  return {
    async query<Row extends object>(text: string, values?: unknown[]) {
      let hasBroken = false as boolean;
      async function attempt(query: Query): Promise<Row[]> {
        try {
          return await query<Row>(text, values);
        } catch (error) {
          hasBroken ||= error instanceof UnreachableError;
          throw error;
        }
      }
      try {
        return await withRetry(() => withConnection(attempt));
      } catch (error) {
        throw hasBroken && error instanceof UnreachableError ? new InDoubtError() : error;
      }
    },
    queryOnce: (text, values) =>
      withRetry(() => withConnection((query) => awaitCommit(query(text, values)))),
    transaction: (work) => withRetry(() => withConnection((query) => inTransaction(query, work))),
    longTransaction: (work, timeoutMs = longTimeoutMs) =>
      withRetry(() =>
        withConnection(
          (query) =>
            inTransaction(query, async () => {
              const limits = ['statement_timeout', 'lock_timeout'];
              for (const limit of limits) await query(`SET LOCAL ${limit} = ${timeoutMs}`);
              return work(query);
            }),
          timeoutMs,
        ),
      ),
    ping: () =>
      withRetry(async () => {
        await readiness.withConnection((query) => query('SELECT 1 FROM accounts LIMIT 1'));
      }),
    connections: counts,
    async close() {
      await Promise.all([close(), readiness.close()]);
    },
  };
}
