import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { Pool, types, type CustomTypesConfig, type PoolClient, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import type { ConnectionCounts } from '../interfaces/storage-backend.ts';
import { StoreError } from '../interfaces/errors.ts';
import { ConflictError, InDoubtError, toStoreError, UnreachableError } from './errors.ts';

const firstBackoffMs = 50;
const maxBackoffMs = 1_000;

/** Keeps many callers from connecting to a server that is down at the same time. */
interface Backoff {
  /** Whether the next attempt has to wait. */
  isPausing(): boolean;
  failed(): void;
  succeeded(): void;
}

/** Pauses after each failure, each time twice as long, up to a second, until something succeeds. */
export function createBackoff(now: () => number = Date.now): Backoff {
  let backoffMs = firstBackoffMs;
  let until = 0;
  return {
    isPausing: () => now() < until,
    failed() {
      // Failures of attempts that ran at the same time count as one.
      if (now() < until) return;
      until = now() + backoffMs;
      backoffMs = Math.min(maxBackoffMs, backoffMs * 2);
    },
    succeeded() {
      backoffMs = firstBackoffMs;
      until = 0;
    },
  };
}

/** Runs one statement and returns its rows. */
export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Runs statements as one transaction. */
async function inTransaction<T>(query: Query, work: (query: Query) => Promise<T>): Promise<T> {
  await query('BEGIN');
  try {
    const result = await work(query);
    await awaitCommit(query('COMMIT'));
    return result;
  } catch (error) {
    // If the connection is broken, the server rolls back automatically.
    if (!(error instanceof UnreachableError)) await query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * Waits for a statement that commits.
 * @throws InDoubtError if the connection breaks: it may have committed
 */
async function awaitCommit<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    throw error instanceof UnreachableError ? new InDoubtError() : error;
  }
}

/** A whole number of 8 bytes. A check on the table keeps it within what `Number` holds exactly. */
const int8 = 20;
/** A day: read as its text, `2026-11-20`. */
const date = 1082;
/** A moment: read as ISO 8601 in UTC. */
const timestamptz = 1184;

const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<
  number,
  (text: string) => unknown
>([
  [int8, Number],
  [date, (text: string) => text],
  [timestamptz, (text: string) => new Date(text).toISOString()],
]);

/** How values of some types are read, by the numbers that PostgreSQL has for the types. */
const valueTypes: CustomTypesConfig = {
  getTypeParser(...[id, format]: Parameters<typeof types.getTypeParser>) {
    const parser = format === 'binary' ? undefined : parsers.get(id);
    return parser ?? (types.getTypeParser(id, format) as (value: unknown) => unknown);
  },
};

/** A limited number of connections to one database. Every error is a StoreError. */
interface ConnectionPool {
  /**
   * Runs work on a connection. A broken connection is not used again.
   * @param timeoutMs how long a statement may take, in milliseconds; 15 s by default
   */
  withConnection<T>(work: (query: Query) => Promise<T>, timeoutMs?: number): Promise<T>;
  counts(): ConnectionCounts;
  /** Waits for running work, and closes the connections. */
  close(): Promise<void>;
}

/** Times in milliseconds. Anything that takes longer is a fault, and must not block other work. */
const settings: PoolConfig = {
  application_name: 'altscribe',
  keepAlive: true,
  // Without this, a dead network is only noticed after hours during a long statement.
  keepAliveInitialDelayMillis: 30_000,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  lock_timeout: 2_000,
  statement_timeout: 10_000,
  query_timeout: 15_000,
  idle_in_transaction_session_timeout: 10_000,
  types: valueTypes,
};

/** Opens no connection yet. */
function openConnectionPool(url: string, size: number, log: Logger): ConnectionPool {
  const pool = new Pool({ ...settings, max: size, connectionString: withIsoDates(url) });
  const backoff = createBackoff();
  // The pool would count waiting for a free connection as connecting, so a burst would look like an
  // outage.
  const inTurn = pLimit(size);
  // The server closed an idle connection; the next statement opens a new one.
  pool.on('error', (error) => {
    log.warn({ reason: toStoreError(error).message }, 'database connection lost');
  });
  // A connection in use may close, too: its statement rejects, and the event needs a listener.
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
 * Makes the server write times and days in ISO 8601, as `valueTypes` expects them, whatever the
 * settings of the database or the role are. Options in the URL are kept.
 */
function withIsoDates(url: string): string {
  const address = new URL(url);
  const own = address.searchParams.get('options') ?? '';
  address.searchParams.set('options', `${own} -c DateStyle=ISO`.trim());
  return address.href;
}

const conflictAttempts = 8;
const connectionAttempts = 5;

/** After this time, there are no further attempts, because a caller is waiting. In milliseconds. */
const timeoutMs = 2_000;

/**
 * Does work, and repeats it a few times if it conflicted with other work or its connection broke.
 * cockatiel isn't used: its retry has one number of attempts for all errors, no deadline and no
 * custom pause.
 */
export async function withRetry<T>(
  work: () => Promise<T>,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<T> {
  const start = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isLate = performance.now() - start > timeoutMs;
      if (isLate || attempt >= attemptsFor(error)) throw error;
      const backoffMs = 20 * 2 ** (attempt - 1);
      // A random pause from half to all of it, so work that conflicted does not conflict again.
      await pause(backoffMs * (0.5 + Math.random() / 2));
    }
  }
}

function attemptsFor(error: unknown): number {
  if (error instanceof ConflictError) return conflictAttempts;
  return error instanceof UnreachableError ? connectionAttempts : 1;
}

/*
 * Callers give times by the clock of their process, and the clocks of two machines may differ. So
 * the database's clock decides when something expires: each statement compares the two, in whole
 * seconds, and clocks that agree leave times as they are.
 */

/** The time by the process's clock, in ISO 8601, which the SQL here compares. */
export function processTime(): string {
  return new Date().toISOString();
}

/** SQL: how far the database's clock is ahead. Values: the time by the process's clock. */
const ahead = (now: string) =>
  `make_interval(secs => round(extract(epoch FROM now() - ${now}::timestamptz)))`;

/** SQL: a time by the process's clock, as the database's clock shows it. */
export function toDatabaseTime(time: string, now: string): string {
  return `(${time}::timestamptz + ${ahead(now)})`;
}

/** SQL: a time by the database's clock, as the process's clock shows it. */
export function toProcessTime(time: string, now: string): string {
  return `(${time} - ${ahead(now)})`;
}

/**
 * The connections to one database. Every error is a StoreError. Work that conflicts is repeated.
 */
export interface Database {
  /**
   * Runs one statement, and again if the connection broke. The first attempt may already have
   * changed something, so running it twice must have the effect of running it once.
   */
  readonly query: Query;
  /**
   * Runs one statement that must not take effect twice.
   * @throws InDoubtError if the connection broke while it ran
   */
  readonly queryOnce: Query;
  /**
   * Runs statements as one: all of them take effect, or none. If the connection breaks before the
   * commit, none has, and all are run again.
   */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /**
   * A transaction that may take minutes, because it reads or changes many rows, or waits for others
   * that do. Each of its statements may take `timeoutMs` milliseconds; an hour by default.
   */
  longTransaction<T>(work: (query: Query) => Promise<T>, timeoutMs?: number): Promise<T>;
  /** Resolves if the database can be read, however much work is running. */
  ping(): Promise<void>;
  /** The connections for everything but `ping`. */
  connections(): ConnectionCounts;
  /** Waits for running work, and closes the connections. */
  close(): Promise<void>;
}

const readOnly =
  'The database of DATABASE_URL is read-only: it is a standby, or default_transaction_read_only is on.';

const longTimeoutMs = 3_600_000;

export interface DatabaseOptions {
  readonly log: Logger;
  /** The maximum number of connections, besides the one for `ping`; 10 by default. */
  readonly poolSize?: number | undefined;
}

/** Opens no connection yet. */
export function openDatabase(url: string, { log, poolSize = 10 }: DatabaseOptions): Database {
  const { withConnection, counts, close } = openConnectionPool(url, poolSize, log);
  // A separate pool, which does not wait when calls use all other connections.
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
        const [state] = await readiness.withConnection((query) =>
          query<{ read_only: string }>(
            "SELECT current_setting('transaction_read_only') AS read_only, EXISTS (SELECT 1 FROM accounts)",
          ),
        );
        if (state?.read_only === 'on') throw new StoreError(readOnly);
      }),
    connections: counts,
    async close() {
      await Promise.all([close(), readiness.close()]);
    },
  };
}
