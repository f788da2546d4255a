import type { Logger } from 'pino';
import type { AccountStore } from '../storage/interfaces/account-store.ts';
import type { DailyUsage } from '../storage/interfaces/usage-log.ts';
import { addUsageCounts } from '../storage/usage-days.ts';

/** What a call answers, and what is counted of it besides the call itself; what is absent is 0. */
export interface Counted<Answer> {
  readonly answer: Answer;
  readonly counts: Partial<Pick<DailyUsage, 'fallbacks' | 'cached' | 'credits'>>;
}

/** Counts what users do, by day (UTC). */
export interface UsageRecorder {
  /** Does the work of one call, and counts it: as a failure when the work throws. */
  count<Answer>(userId: string, work: () => Promise<Counted<Answer>>): Promise<Answer>;
  /** Writes what has been counted, and counts no more. */
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
  store: Pick<AccountStore, 'addUsage'>,
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

  function record(userId: string, counts: Partial<DailyUsage>): void {
    const day = new Date().toISOString().slice(0, 10);
    add({ ...nothing, calls: 1, ...counts, user_id: userId, day });
  }

  /** One after the other, until one fails: the next may not fare better now. */
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
    async count(userId, work) {
      try {
        const { answer, counts } = await work();
        record(userId, counts);
        return answer;
      } catch (error) {
        record(userId, { failures: 1 });
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
