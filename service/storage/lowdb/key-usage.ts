import { keyUsageDays, type KeyUsage, type KeyUsageLog } from '../interfaces/key-usage.ts';
import { withoutOldDays } from '../usage-days.ts';
import type { StoredKey } from './shard-data.ts';
import type { Shards } from './shard-files.ts';

/** The part of the store that keeps the usage of API keys by day. */
export function keyUsageMethods(shards: Shards): KeyUsageLog {
  return {
    addKeyUsage({ owner_id, key_id, day, calls }) {
      return shards.update(owner_id, (owner) => {
        if (!owner?.keys.some(({ id }) => id === key_id)) {
          return { result: undefined, account: owner };
        }
        const keys = owner.keys.map((key) =>
          key.id === key_id ? withCalls(key, day, calls) : key,
        );
        return { result: undefined, account: { ...owner, keys } };
      });
    },

    listKeyUsage(ownerId) {
      const rows = (shards.find(ownerId)?.keys ?? []).flatMap(keyUsageOf);
      rows.sort((a, b) => (a.day < b.day || (a.day === b.day && a.key_id > b.key_id) ? -1 : 1));
      return Promise.resolve(withoutOldDays(rows, keyUsageDays).reverse());
    },
  };
}

/** The usage of a key, as the interface has it. */
export function keyUsageOf({
  owner_id,
  id: key_id,
  calls_by_day: calls = {},
}: StoredKey): KeyUsage[] {
  return Object.entries(calls).map(([day, count]) => ({ owner_id, key_id, day, calls: count }));
}

/** The newest days stay, by their number, so that a wrong clock costs no more than a day. */
function withCalls(key: StoredKey, day: string, calls: number): StoredKey {
  const before = key.calls_by_day ?? {};
  const days = Object.entries({ ...before, [day]: (before[day] ?? 0) + calls });
  days.sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...key, calls_by_day: Object.fromEntries(days.slice(-keyUsageDays - 1)) };
}
