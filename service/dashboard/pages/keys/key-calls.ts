import { keyUsageDays, type KeyUsage } from '../../../storage/interfaces/key-usage.ts';

/** Calls of one key, by day, oldest first. */
export interface KeyCalls {
  readonly byDay: readonly number[];
  readonly total: number;
  /** The day with the most calls: `2026-11-20`; nothing where there were none. */
  readonly busiest: { readonly day: string; readonly calls: number } | undefined;
}

/** Calls of a key on the 30 days that end with `today`. */
export function callsOfKey(usage: readonly KeyUsage[], keyId: string, today: string): KeyCalls {
  const mine = new Map(
    usage.filter(({ key_id: id }) => id === keyId).map(({ day, calls }) => [day, calls]),
  );
  const days = Array.from({ length: keyUsageDays }, (_, index) => {
    const day = new Date(today);
    day.setUTCDate(day.getUTCDate() - keyUsageDays + 1 + index);
    return day.toISOString().slice(0, 10);
  });
  const counted = days.map((day) => ({ day, calls: mine.get(day) ?? 0 }));
  const most = counted.reduce((best, one) => (one.calls > best.calls ? one : best));
  return {
    byDay: counted.map(({ calls }) => calls),
    total: counted.reduce((sum, { calls }) => sum + calls, 0),
    busiest: most.calls > 0 ? most : undefined,
  };
}
