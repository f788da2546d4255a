import { addUsageCounts, usageDays, withoutOldDays } from '../usage-days.ts';
import type { DailyUsage, UsageLog } from '../interfaces/usage-log.ts';
import type { Shards } from './shard-files.ts';

type Counts = { -readonly [Name in keyof DailyUsage]: DailyUsage[Name] };

/** In place, since an owner may have very many users. */
function addTo(sum: Counts, { calls, failures, fallbacks, cached, credits }: DailyUsage): void {
  sum.calls += calls;
  sum.failures += failures;
  sum.fallbacks += fallbacks;
  sum.cached += cached;
  sum.credits += credits;
}

/** Newest first. The user is any of them. */
function addUpByDay(
  accounts: Iterable<{ readonly usage: readonly DailyUsage[] }>,
  sinceDay: string,
): DailyUsage[] {
  const days = new Map<string, Counts>();
  for (const { usage } of accounts) {
    for (const one of usage) {
      if (one.day < sinceDay) continue;
      const sum = days.get(one.day);
      if (sum) addTo(sum, one);
      else days.set(one.day, { ...one });
    }
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? 1 : -1));
}

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

    listOwnerUsage(ownerId, sinceDay) {
      const days = addUpByDay(shards.usersOf(ownerId), sinceDay);
      return Promise.resolve(days.map((day) => ({ ...day, user_id: ownerId })));
    },

    listTotalUsage(sinceDay) {
      const days = addUpByDay(shards.all(), sinceDay);
      return Promise.resolve(days.map(({ user_id: _user, ...day }) => day));
    },

    usageOfUsers(userIds, sinceDay) {
      const counts = userIds.flatMap((userId): [string, number][] => {
        const days = shards.find(userId)?.usage.filter(({ day }) => day >= sinceDay) ?? [];
        const calls = days.reduce((sum, one) => sum + one.calls, 0);
        return days.length > 0 ? [[userId, calls]] : [];
      });
      return Promise.resolve(new Map(counts));
    },
  };
}
