import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { createBackoff } from './backoff.ts';
import { InDoubtError, toStoreError, UnreachableError } from './errors.ts';
import { awaitCommit, inTransaction, type Query } from './transaction.ts';
import { valueTypes } from './values.ts';
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
  /** A transaction that may take minutes, because it reads or changes many rows. */
  longTransaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Waits for what is under way, and closes the connections. */
  close(): Promise<void>;
}

/** Times in milliseconds. What takes longer is a fault, and must not hold up other work. */
const settings: PoolConfig = {
  max: 10,
  application_name: 'altscribe',
  keepAlive: true,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  statement_timeout: 10_000,
  query_timeout: 15_000,
  idle_in_transaction_session_timeout: 10_000,
  types: valueTypes,
};

const longTimeoutMs = 3_600_000;

/** Makes no connection yet. */
export function openDatabase(url: string, log: Logger): Database {
  const pool = new Pool({ ...settings, connectionString: url });
  const backoff = createBackoff();
  // The server ended an idle connection; the next statement makes a new one.
  pool.on('error', (error) => {
    log.warn({ reason: toStoreError(error).message }, 'database connection lost');
  });
  // A connection in use may end, too: its statement rejects, and the event needs a listener.
  pool.on('connect', (client) => client.on('error', () => undefined));

  async function connect(): Promise<PoolClient> {
    if (pool.totalCount === 0 && backoff.isPausing()) throw toStoreError(undefined);
    try {
      const client = await pool.connect();
      backoff.succeeded();
      return client;
    } catch (error) {
      backoff.failed();
      throw toStoreError(error);
    }
  }

  /** Lends a connection to some work. One that broke is not used again. */
  async function withClient<T>(
    work: (query: Query) => Promise<T>,
    limits: { query_timeout?: number } = {},
  ): Promise<T> {
    const client = await connect();
    let isBroken = false;
    try {
      return await work(async <Row extends object>(text: string, values?: unknown[]) => {
        try {
          return (await client.query<Row>({ ...limits, text, ...(values && { values }) })).rows;
        } catch (cause) {
          const error = toStoreError(cause);
          isBroken ||= error instanceof UnreachableError;
          throw error;
        }
      });
    } finally {
      client.release(isBroken);
    }
  }

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
        return await withRetry(() => withClient(attempt));
      } catch (error) {
        throw hasBroken && error instanceof UnreachableError ? new InDoubtError() : error;
      }
    },
    queryOnce: (text, values) =>
      withRetry(() => withClient((query) => awaitCommit(query(text, values)))),
    transaction: (work) => withRetry(() => withClient((query) => inTransaction(query, work))),
    longTransaction: (work) =>
      withRetry(() =>
        withClient(
          (query) =>
            inTransaction(query, async () => {
              await query(`SET LOCAL statement_timeout = ${longTimeoutMs}`);
              return work(query);
            }),
          { query_timeout: longTimeoutMs },
        ),
      ),
    close: () => pool.end(),
  };
}
