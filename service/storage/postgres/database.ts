import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { createBackoff } from './backoff.ts';
import { InDoubtError, toStoreError, UnreachableError } from './errors.ts';
import { withRetry } from './with-retry.ts';
import { valueTypes } from './values.ts';

/** Runs one statement and answers its rows. */
export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** The connections to one database. Every error is a StoreError. Conflicts are tried again. */
export interface Database {
  /**
   * Runs one statement; again when the connection broke, though it may have counted: twice must come
   * to the same as once.
   */
  readonly query: Query;
  /** Runs one statement, and does not do that. */
  readonly once: Query;
  /**
   * Runs statements as one: all of them count, or none. When the connection breaks before the end,
   * none has counted, and all are run again.
   */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** The same for what may take minutes, because there is much of it. */
  longTransaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Waits for what is under way, and lets go of the connections. */
  close(): Promise<void>;
}

/** Times in milliseconds. What takes longer is a fault, and must not hold up what waits for it. */
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

/** Connects to nothing yet. */
export function openDatabase(url: string, log: Logger): Database {
  const pool = new Pool({ ...settings, connectionString: url });
  const backoff = createBackoff();
  // The server ended a connection that nobody used: the next use makes another.
  pool.on('error', (error) => {
    log.warn({ reason: toStoreError(error).message }, 'database connection lost');
  });
  // A connection may end while it is in use, too. Whoever uses it is told by the statement.
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

  /** A connection for the time of some work. One on which something broke is not used again. */
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
    once: (text, values) => withRetry(() => withClient((query) => last(query(text, values)))),
    transaction: (work) => withRetry(() => withClient((query) => transact(query, work))),
    longTransaction: (work) =>
      withRetry(() =>
        withClient(
          (query) =>
            transact(query, async () => {
              await query(`SET LOCAL statement_timeout = ${longTimeoutMs}`);
              return work(query);
            }),
          { query_timeout: longTimeoutMs },
        ),
      ),
    close: () => pool.end(),
  };
}

async function transact<T>(query: Query, work: (query: Query) => Promise<T>): Promise<T> {
  await query('BEGIN');
  try {
    const result = await work(query);
    await last(query('COMMIT'));
    return result;
  } catch (error) {
    // Where the connection is broken, the server does it by itself.
    await query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** The statement that makes things count. Where it does not answer, nobody knows whether it did. */
async function last<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    throw new InDoubtError();
  }
}
