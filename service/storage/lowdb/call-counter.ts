import * as z from 'zod';
import { StoreError } from '../interfaces/errors.ts';
import type { CallCounter, DayCount } from '../interfaces/storage-backend.ts';
import { DamagedFileError, durableJsonFile, type DurableJsonFile } from './durable-json-file.ts';

const schema = z.object({
  version: z.literal(1),
  /** Calls by day (UTC) and scope. */
  days: z.record(z.iso.date(), z.record(z.string(), z.int().min(0))),
});

type Days = z.infer<typeof schema>['days'];

const dayMs = 86_400_000;

const today = () => new Date().toISOString().slice(0, 10);

/** Days to keep: today and yesterday; others may come from a wrong clock. */
const daysKept = 2;

/**
 * If the file is damaged, the previous version is used: one day's counts are no reason not to
 * start.
 */
async function readDays(file: DurableJsonFile<z.infer<typeof schema>>): Promise<Days> {
  const stored = await file.read().catch((error: unknown) => {
    if (error instanceof DamagedFileError) return file.readCopy();
    throw error;
  });
  return stored?.days ?? {};
}

/**
 * The counts in a file, for another storage; without those of future days, which come from a wrong
 * clock.
 * @throws StoreError if the file cannot be read
 */
export async function exportCallCounts(path: string): Promise<DayCount[]> {
  const days = Object.entries(await readDays(durableJsonFile(path, schema)));
  return days
    .filter(([day]) => day <= today())
    .flatMap(([day, counts]) =>
      Object.entries(counts).map(([scope, calls]) => ({ day, scope, calls })),
    );
}

/**
 * Counts calls in one file. Calls that arrive during a write share the next one.
 * @throws StoreError if the file cannot be read
 */
export async function openCallCounter(path: string): Promise<CallCounter> {
  const file = durableJsonFile(path, schema);
  let days = await readDays(file);
  let writing: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function write(): Promise<void> {
    if (!writing) return (writing = writeNow().finally(() => (writing = undefined)));
    next ??= writing
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return write();
      });
    return next;
  }

  async function writeNow(): Promise<void> {
    try {
      await file.write({ version: 1, days });
    } catch (cause) {
      throw new StoreError('The counts of calls in DATA_DIR cannot be written.', { cause });
    }
  }

  const countsOf = (day: string) => days[day] ?? {};

  function change(day: string, scopes: readonly string[], calls: number): void {
    const counts = { ...countsOf(day) };
    for (const scope of scopes) counts[scope] = Math.max(0, (counts[scope] ?? 0) + calls);
    const kept = Object.entries({ ...days, [day]: counts }).sort(([a], [b]) => (a < b ? -1 : 1));
    // Today's counts stay, even if the clock was ahead before.
    days = Object.fromEntries([...kept.slice(-daysKept), [day, counts]]);
  }

  return {
    async take(limits) {
      const day = today();
      const full = limits.find(({ scope, limit }) => (countsOf(day)[scope] ?? 0) >= limit);
      if (full) {
        const secondsLeft = Math.ceil((dayMs - (Date.now() % dayMs)) / 1_000);
        return { isTaken: false, scope: full.scope, secondsLeft };
      }
      const scopes = limits.map(({ scope }) => scope);
      change(day, scopes, 1);
      const counts = scopes.map((scope) => ({ scope, calls: countsOf(day)[scope] ?? 0 }));
      try {
        await write();
      } catch (error) {
        change(day, scopes, -1);
        throw error;
      }
      return { isTaken: true, day, counts };
    },

    async add(counts) {
      for (const { day, scope, calls } of counts) change(day, [scope], calls);
      try {
        await write();
      } catch (error) {
        for (const { day, scope, calls } of counts) change(day, [scope], -calls);
        throw error;
      }
    },

    async giveBack(day, scopes) {
      if (!days[day]) return;
      change(day, scopes, -1);
      await write();
    },

    read(scopes) {
      const counts = countsOf(today());
      return Promise.resolve(scopes.map((scope) => ({ scope, calls: counts[scope] ?? 0 })));
    },
  };
}
