import type { DailyUsage, UsageLog } from '../storage/interfaces/usage-log.ts';
import { addUsageCounts } from '../storage/usage-days.ts';
import { today } from './today.ts';
import { createWriteBehind, type BackgroundWrites } from './write-behind.ts';

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
