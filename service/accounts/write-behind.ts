import type { Logger } from 'pino';
import type { Account } from '../storage/interfaces/accounts.ts';
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
 * Today's date (UTC), as `2026-11-22`. It is cached, because formatting it takes longer than the
 * rest of counting a call.
 */
export function today(): string {
  const current = Math.floor(Date.now() / dayMs);
  if (current !== number) {
    number = current;
    day = new Date(current * dayMs).toISOString().slice(0, 10);
  }
  return day;
}

/** The kinds of background work, as named in metrics. */
export const backgroundWrites = [
  'usage',
  'calls',
  'key_usage',
  'key_last_use',
  'session_last_seen',
  'reversals',
  'call_counts',
  'client_sites',
  'maintenance',
  'measurements',
] as const;

export type BackgroundWrite = (typeof backgroundWrites)[number];

/** Where background work reports its failures. */
export interface BackgroundWrites {
  readonly log: Logger;
  /** Something failed and will be retried. */
  failed(what: BackgroundWrite, error: unknown, details?: object): void;
}

/** Rows waiting to be written, one per id. No call waits for them. */
interface WriteBehind<Row> {
  add(row: Row): void;
  /** Writes all waiting rows and stops. */
  close(): Promise<void>;
}

interface WriteBehindOptions<Row> {
  idOf(row: Row): string;
  /** Merges two rows with the same id. It may modify the earlier one. */
  join(earlier: Row, later: Row): Row;
  write(row: Row): Promise<void>;
  readonly what: BackgroundWrite;
  readonly background: BackgroundWrites;
  readonly everyMs?: number | undefined;
}

/**
 * Merges rows in memory and writes them about once a second. A row that can't be written is retried
 * later; it may be written twice if the connection broke at the wrong moment. A crash loses the
 * last second.
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

  /** Writes the rows one by one until one fails, because the next would probably fail too. */
  async function writeAll(): Promise<void> {
    for (const id of [...rows.keys()]) {
      // The current row: others may have been merged into it during the previous write.
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

/** Whose call it is, and with which API key. */
interface Caller {
  readonly user: Pick<Account, 'user_id'>;
  readonly apiKey: Pick<ApiKey, 'id' | 'owner_id'>;
}

/** Counts calls by day (UTC), those of a user and those of a key. */
export interface UsageRecorder {
  /** Adds one call; absent counts are 0. */
  add(
    caller: Caller,
    counts: Partial<Pick<DailyUsage, 'failures' | 'fallbacks' | 'cached' | 'credits'>>,
  ): void;
  /** Writes all recorded usage and stops. */
  close(): Promise<void>;
}

/**
 * Adds up in memory, one row per user and day, and one per key and day. A crash loses the last
 * second of statistics, but never money: balances and entries are stored elsewhere.
 */
export function createUsageRecorder(
  store: Pick<UsageLog, 'addUsage'> & Pick<KeyUsageLog, 'addKeyUsage'>,
  background: BackgroundWrites,
  everyMs?: number,
): UsageRecorder {
  const ofUsers = createWriteBehind<DailyUsage>({
    idOf: ({ day, user_id }) => `${day} ${user_id}`,
    join: addUsageCounts,
    write: (usage) => store.addUsage(usage),
    what: 'usage',
    background,
    everyMs,
  });
  const ofKeys = createWriteBehind<KeyUsage>({
    idOf: ({ day, key_id }) => `${day} ${key_id}`,
    // Field by field, because every call runs this: a spread with overrides is slow in V8.
    join: ({ owner_id, key_id, day, calls }, other) => ({
      owner_id,
      key_id,
      day,
      calls: calls + other.calls,
    }),
    write: (usage) => store.addKeyUsage(usage),
    what: 'key_usage',
    background,
    everyMs,
  });

  return {
    add({ user, apiKey }, { failures = 0, fallbacks = 0, cached = 0, credits = 0 }) {
      const day = today();
      ofUsers.add({ calls: 1, failures, fallbacks, cached, credits, user_id: user.user_id, day });
      ofKeys.add({ owner_id: apiKey.owner_id, key_id: apiKey.id, day, calls: 1 });
    },
    async close() {
      await Promise.all([ofUsers.close(), ofKeys.close()]);
    },
  };
}

/** Records the newest calls of each user. */
export interface CallRecorder {
  add(call: CallRecord): void;
  /** Writes all recorded calls and stops. */
  close(): Promise<void>;
}

/** Collects calls in memory; for each user fewer than twice as many as are stored. */
export function createCallRecorder(
  store: Pick<CallLog, 'addCalls'>,
  background: BackgroundWrites,
): CallRecorder {
  const rows = createWriteBehind<CallRecord[]>({
    idOf: ([call]) => call?.user_id ?? '',
    join(earlier, later) {
      earlier.push(...later);
      // Not on every call, because cutting moves all of them.
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
