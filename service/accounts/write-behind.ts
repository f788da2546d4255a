import type { Logger } from 'pino';
import type { ApiKey, KeyUsage, KeyUsageLog } from '../storage/interfaces/api-keys.ts';
import {
  callsKept,
  type CallLog,
  type CallRecord,
  type DailyUsage,
  type UsageLog,
} from '../storage/interfaces/usage-log.ts';
import { addUsageCounts } from '../storage/usage-days.ts';

const dayMs = 86_400_000;

let number = NaN;
let day = '';

/**
 * The day (UTC) that it is: `2026-11-22`. It is kept, because to format it takes longer than all else
 * that counting a call does.
 */
export function today(): string {
  const current = Math.floor(Date.now() / dayMs);
  if (current !== number) {
    number = current;
    day = new Date(current * dayMs).toISOString().slice(0, 10);
  }
  return day;
}

/** What is written beside the calls, by the names of metrics and log. */
export const backgroundWrites = ['usage', 'calls', 'key_usage'] as const;

export type BackgroundWrite = (typeof backgroundWrites)[number];

/** Where work beside the calls tells of its failures. */
interface BackgroundWrites {
  readonly log: Logger;
  /** A write has failed, and is tried again. */
  failed(what: BackgroundWrite, error: unknown): void;
}

/** Rows that wait to be written, one for each id. No call waits for that. */
interface WriteBehind<Row> {
  add(row: Row): void;
  /** Writes what waits, and writes no more. */
  close(): Promise<void>;
}

interface WriteBehindOptions<Row> {
  idOf(row: Row): string;
  /** Makes one row of two with the same id. It may change the earlier one. */
  join(earlier: Row, later: Row): Row;
  write(row: Row): Promise<void>;
  readonly what: BackgroundWrite;
  readonly background: BackgroundWrites;
  readonly everyMs?: number | undefined;
}

/**
 * Joins rows in memory, and writes them about once a second. What cannot be written is kept and
 * written at a later turn; it may be written twice when the connection broke at the wrong moment. What
 * a crash loses is the last second.
 */
export function createWriteBehind<Row>({
  idOf,
  join,
  write,
  what,
  background,
  everyMs = 1_000,
}: WriteBehindOptions<Row>): WriteBehind<Row> {
  const rows = new Map<string, Row>();
  let writing: Promise<void> | undefined;
  const timer = setInterval(() => {
    writing ??= writeAll().finally(() => (writing = undefined));
  }, everyMs);
  timer.unref();

  /** Writes one row after the other until one fails: the next may not fare better now. */
  async function writeAll(): Promise<void> {
    for (const id of [...rows.keys()]) {
      // As it is now: others may have been joined to it while the one before was written.
      const row = rows.get(id);
      if (row === undefined) continue;
      rows.delete(id);
      try {
        await write(row);
      } catch (error) {
        const since = rows.get(id);
        rows.set(id, since === undefined ? row : join(row, since));
        background.failed(what, error);
        return;
      }
    }
  }

  return {
    add(row) {
      const id = idOf(row);
      const before = rows.get(id);
      rows.set(id, before === undefined ? row : join(before, row));
    },

    async close() {
      clearInterval(timer);
      await writing;
      await writeAll();
      if (rows.size > 0) background.log.error({ rows: rows.size }, `${what} lost`);
    },
  };
}

/** The result of a call, and its usage besides the call itself; what is absent is 0. */
export interface WithUsage<T> {
  readonly result: T;
  readonly usage: Partial<Pick<DailyUsage, 'fallbacks' | 'cached' | 'credits'>>;
}

/** Records the usage of users, by day (UTC). */
export interface UsageRecorder {
  /** Does the work of one call and records its usage: a failure when the work throws. */
  record<T>(userId: string, work: () => Promise<WithUsage<T>>): Promise<T>;
  /** Writes what has been recorded, and records no more. */
  close(): Promise<void>;
}

/**
 * Adds up in memory, one row for each user and day. What a crash loses is the last second of
 * statistics, never money: balances and entries are kept elsewhere.
 */
export function createUsageRecorder(
  store: Pick<UsageLog, 'addUsage'>,
  background: BackgroundWrites,
  everyMs?: number,
): UsageRecorder {
  const rows = createWriteBehind<DailyUsage>({
    idOf: ({ day, user_id }) => `${day} ${user_id}`,
    join: addUsageCounts,
    write: (usage) => store.addUsage(usage),
    what: 'usage',
    background,
    everyMs,
  });

  function addCall(userId: string, usage: Partial<DailyUsage>): void {
    const { failures = 0, fallbacks = 0, cached = 0, credits = 0 } = usage;
    rows.add({ calls: 1, failures, fallbacks, cached, credits, user_id: userId, day: today() });
  }

  return {
    async record(userId, work) {
      try {
        const { result, usage } = await work();
        addCall(userId, usage);
        return result;
      } catch (error) {
        addCall(userId, { failures: 1 });
        throw error;
      }
    },
    close: () => rows.close(),
  };
}

/** Counts the requests that each API key authenticates, by day (UTC). */
export interface KeyUsageRecorder {
  add(key: Pick<ApiKey, 'id' | 'owner_id'>): void;
  /** Writes what has been counted, and counts no more. */
  close(): Promise<void>;
}

/** Adds up in memory, one row for each key and day. */
export function createKeyUsageRecorder(
  store: Pick<KeyUsageLog, 'addKeyUsage'>,
  background: BackgroundWrites,
): KeyUsageRecorder {
  const rows = createWriteBehind<KeyUsage>({
    idOf: ({ day, key_id }) => `${day} ${key_id}`,
    // Field by field, since every call comes here: a spread that is overridden is slow in V8.
    join: ({ owner_id, key_id, day, calls }, other) => ({
      owner_id,
      key_id,
      day,
      calls: calls + other.calls,
    }),
    write: (usage) => store.addKeyUsage(usage),
    what: 'key_usage',
    background,
  });
  return {
    add({ id, owner_id }) {
      rows.add({ owner_id, key_id: id, day: today(), calls: 1 });
    },
    close: () => rows.close(),
  };
}

/** Records the newest calls of each user. */
export interface CallRecorder {
  add(call: CallRecord): void;
  /** Writes what has been recorded, and records no more. */
  close(): Promise<void>;
}

/** Collects in memory, for each user fewer than twice as many as are kept. */
export function createCallRecorder(
  store: Pick<CallLog, 'addCalls'>,
  background: BackgroundWrites,
): CallRecorder {
  const rows = createWriteBehind<CallRecord[]>({
    idOf: ([call]) => call?.user_id ?? '',
    join(earlier, later) {
      earlier.push(...later);
      // Not with each call: to cut moves all of them.
      if (earlier.length >= 2 * callsKept) earlier.splice(0, earlier.length - callsKept);
      return earlier;
    },
    write: (calls) => store.addCalls(calls.slice(-callsKept)),
    what: 'calls',
    background,
  });
  return {
    add: (call) => rows.add([call]),
    close: () => rows.close(),
  };
}
