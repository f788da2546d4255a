import pLimit from 'p-limit';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import type { ConnectionCounts } from '../interfaces/storage-backend.ts';
import { createBackoff } from './backoff.ts';
import { toStoreError, UnreachableError } from './errors.ts';
import type { Query } from './transaction.ts';
import { valueTypes } from './values.ts';

/** Connections to one database, some at most. Every error is a StoreError. */
export interface ConnectionPool {
  /**
   * Lends a connection to some work. One that broke is not used again.
   * @param timeoutMs how long a statement may take, in milliseconds; 15 s unless given
   */
  withConnection<T>(work: (query: Query) => Promise<T>, timeoutMs?: number): Promise<T>;
  counts(): ConnectionCounts;
  /** Waits for what is under way, and closes the connections. */
  close(): Promise<void>;
}

/** Times in milliseconds. What takes longer is a fault, and must not hold up other work. */
const settings: PoolConfig = {
  application_name: 'altscribe',
  keepAlive: true,
  // Without it, hours pass before a dead network is noticed during a statement that may take long.
  keepAliveInitialDelayMillis: 30_000,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  lock_timeout: 2_000,
  statement_timeout: 10_000,
  query_timeout: 15_000,
  idle_in_transaction_session_timeout: 10_000,
  types: valueTypes,
};

/** Makes no connection yet. */
export function openConnectionPool(url: string, size: number, log: Logger): ConnectionPool {
  const pool = new Pool({ ...settings, max: size, connectionString: withIsoDates(url) });
  const backoff = createBackoff();
  // The pool would count waiting for a free connection as time to connect: a burst would look like an outage.
  const inTurn = pLimit(size);
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

  return {
    withConnection: (work, timeoutMs) =>
      inTurn(async () => {
        const limits = timeoutMs === undefined ? {} : { query_timeout: timeoutMs };
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
      }),
    counts: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      limit: size,
      waiting: inTurn.pendingCount,
    }),
    close: () => pool.end(),
  };
}

/**
 * Has times and days written in ISO 8601, as `valueTypes` reads them, whatever the database or the
 * role says. What the address sets itself stays.
 */
function withIsoDates(url: string): string {
  const address = new URL(url);
  const own = address.searchParams.get('options') ?? '';
  address.searchParams.set('options', `${own} -c DateStyle=ISO`.trim());
  return address.href;
}
