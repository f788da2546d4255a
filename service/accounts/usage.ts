import type { Logger } from 'pino';
import type { DailyUsage, UsageLog } from '../storage/interfaces/usage-log.ts';
import { addUsageCounts } from '../storage/usage-days.ts';

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

const nothing = { calls: 0, failures: 0, fallbacks: 0, cached: 0, credits: 0 };

/**
 * Adds up in memory, one row for each user and day, and writes about once a second: no call waits
 * for it. What cannot be written is kept and written at a later turn; it may count twice when the
 * connection broke at the wrong moment. What a crash loses is the last second of statistics, never
 * money: balances and entries are kept elsewhere.
 */
export function createUsageRecorder(
  store: Pick<UsageLog, 'addUsage'>,
  log: Logger,
  everyMs = 1_000,
): UsageRecorder {
  const rows = new Map<string, DailyUsage>();
  let writing: Promise<void> | undefined;
  const timer = setInterval(() => {
    writing ??= write().finally(() => (writing = undefined));
  }, everyMs);
  timer.unref();

  function add(usage: DailyUsage): void {
    const id = `${usage.day} ${usage.user_id}`;
    const before = rows.get(id);
    rows.set(id, before ? addUsageCounts(before, usage) : usage);
  }

  function addCall(userId: string, usage: Partial<DailyUsage>): void {
    const day = new Date().toISOString().slice(0, 10);
    add({ ...nothing, calls: 1, ...usage, user_id: userId, day });
  }

  /** Writes one row after the other until one fails: the next may not fare better now. */
  async function write(): Promise<void> {
    for (const [id, usage] of [...rows]) {
      rows.delete(id);
      try {
        await store.addUsage(usage);
      } catch (error) {
        add(usage);
        log.warn({ err: error, rows: rows.size }, 'usage not written yet');
        return;
      }
    }
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

    async close() {
      clearInterval(timer);
      await writing;
      await write();
      if (rows.size > 0) log.error({ rows: rows.size }, 'usage lost');
    },
  };
}
