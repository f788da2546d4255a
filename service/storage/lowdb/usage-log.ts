import { addUsageCounts, outlookOf, usageDays, withoutOldDays } from '../usage-days.ts';
import type { AccountRanking, RankedAccount, RankingRequest } from '../interfaces/ranking.ts';
import type { DailyUsage, UsageLog } from '../interfaces/usage-log.ts';
import { toAccount } from './accounts.ts';
import type { StoredAccount } from './shard-data.ts';
import type { Shards } from './shard-files.ts';

/** Newest first. `user_id` may be that of any of the accounts. */
function addUpByDay(accounts: Iterable<StoredAccount>, sinceDay: string): DailyUsage[] {
  const days = new Map<string, DailyUsage>();
  for (const { usage } of accounts) {
    for (const one of usage) {
      if (one.day < sinceDay) continue;
      const sum = days.get(one.day);
      days.set(one.day, sum ? addUsageCounts(sum, one) : { ...one });
    }
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? 1 : -1));
}

/** The accounts among these with usage on the requested days, in the requested order. */
function rank(
  accounts: Iterable<StoredAccount>,
  { by, sinceDay, untilDay, exceptPlan, limit, offset = 0 }: RankingRequest,
): RankedAccount[] {
  const used: RankedAccount[] = [];
  for (const account of accounts) {
    const days = account.usage.filter(({ day }) => day >= sinceDay && day <= untilDay);
    const [first] = days;
    if (!first) continue;
    const { day: _day, user_id: _user, ...counts } = days.reduce(addUsageCounts);
    const spending_days = days.filter(({ credits }) => credits > 0).length;
    used.push({ ...toAccount(account), ...counts, first_day: first.day, spending_days });
  }
  const keyOf = (one: RankedAccount) =>
    by === 'outlook' ? outlookOf(one.credits_available, one, untilDay) : -one[by];
  return used
    .map((one) => ({ one, key: keyOf(one) }))
    .filter(
      ({ one, key }) =>
        by !== 'outlook' || (key < Infinity && one.plan_type.toLowerCase() !== exceptPlan),
    )
    .sort((a, b) => a.key - b.key || (a.one.user_id < b.one.user_id ? -1 : 1))
    .slice(offset, offset + limit)
    .map(({ one }) => one);
}

/** The part of the store for usage by user and day. */
export function usageMethods(shards: Shards): UsageLog & AccountRanking {
  return {
    async addUsage(added) {
      await shards.change(added.user_id, (before) => {
        const same = before.usage.find(({ day }) => day === added.day);
        const others = before.usage.filter(({ day }) => day !== added.day);
        const days = [...others, same ? addUsageCounts(same, added) : { ...added }];
        days.sort((a, b) => (a.day < b.day ? -1 : 1));
        // Counted, not dated: a clock that is wrong for a moment costs one day at most.
        return { ...before, usage: days.slice(-usageDays - 1) };
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

    rankAccounts(request) {
      const { ownerId } = request;
      const accounts = ownerId === undefined ? shards.all() : shards.usersOf(ownerId);
      return Promise.resolve(rank(accounts, request));
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
