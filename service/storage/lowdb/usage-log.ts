import { addUsageCounts, usageDays, withoutOldDays } from '../usage-days.ts';
import type { UsageLog } from '../interfaces/usage-log.ts';
import type { Shards } from './shards.ts';

/** The part of the store that keeps usage by user and day. */
export function usageMethods(shards: Shards): UsageLog {
  return {
    addUsage(added) {
      return shards.update(added.user_id, (before) => {
        if (!before) return { result: undefined, account: before };
        const same = before.usage.find(({ day }) => day === added.day);
        const others = before.usage.filter(({ day }) => day !== added.day);
        const days = [...others, same ? addUsageCounts(same, added) : { ...added }];
        days.sort((a, b) => (a.day < b.day ? -1 : 1));
        // By their number, so that a clock that is wrong for a moment costs no more than a day.
        const usage = days.slice(-usageDays - 1);
        return { result: undefined, account: { ...before, usage } };
      });
    },

    listUsage(userId) {
      const usage = shards.find(userId)?.usage ?? [];
      return Promise.resolve(withoutOldDays(usage.map((day) => ({ ...day }))).reverse());
    },
  };
}
