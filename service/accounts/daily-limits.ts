import type { Logger } from 'pino';
import type {
  CallCounter,
  CallLimit,
  CallTaken,
  DayCount,
} from '../storage/interfaces/storage-backend.ts';
import { DailyLimitError } from './errors.ts';
import { cleanUp } from './idempotency.ts';
import { createWriteBehind, today, type BackgroundWrites } from './write-behind.ts';

/** The scope of the whole service; the scope of an owner is its id. */
export const wholeService = '';

/** The share of a limit at which operators are warned. */
const warnAt = 0.8;

/** The number of calls from which a limit counts as nearly reached. */
export function warningLevel(limit: number): number {
  return Math.ceil(limit * warnAt);
}

/** A daily limit is nearly or completely used. */
export interface LimitNotice {
  /** The owner whose limit it is; absent for that of the whole service. */
  readonly owner: string | undefined;
  readonly limit: number;
  readonly isReached: boolean;
}

/** A call of today. Unless it is kept, it does not count. */
interface CountedCall extends AsyncDisposable {
  /** A provider has answered it, or has probably worked for it. */
  keep(): void;
}

/** Counts calls against the daily limits. */
export interface DailyLimits {
  /**
   * Counts a call before a provider is asked. Where nothing limits it, it is counted afterwards,
   * without waiting, because a limit that is set later applies to the whole day.
   * @param ownerLimit the owner's calls per day; null for no limit
   * @throws DailyLimitError if a limit is reached, StoreError if the call cannot be counted
   */
  count(ownerId: string, ownerLimit: number | null, log: Logger): Promise<CountedCall>;
  /** Writes all counts and stops. */
  close(): Promise<void>;
}

/**
 * Makes the daily limits.
 * @param serviceLimit calls of all owners per day; undefined for no limit
 * @param notice called when 80 % of a limit is used, and when a call is refused
 */
export function createDailyLimits(
  counter: CallCounter,
  serviceLimit: number | undefined,
  notice: (notice: LimitNotice) => void,
  background: BackgroundWrites,
): DailyLimits {
  /** Calls without a limit, by day and scope: one write for all. */
  const unlimited = createWriteBehind<Map<string, DayCount>>({
    idOf: () => '',
    join(earlier, later) {
      for (const [id, { day, scope, calls }] of later) {
        earlier.set(id, { day, scope, calls: calls + (earlier.get(id)?.calls ?? 0) });
      }
      return earlier;
    },
    write: (counts) => counter.add([...counts.values()]),
    what: 'call_counts',
    background,
  });

  function addUnlimited(day: string, scopes: readonly string[]): void {
    if (scopes.length === 0) return;
    unlimited.add(new Map(scopes.map((scope) => [`${day} ${scope}`, { day, scope, calls: 1 }])));
  }

  return {
    async count(ownerId, ownerLimit, log) {
      const limits: CallLimit[] = [
        ...(ownerLimit === null ? [] : [{ scope: ownerId, limit: ownerLimit }]),
        ...(serviceLimit === undefined ? [] : [{ scope: wholeService, limit: serviceLimit }]),
      ];
      const scopes = limits.map(({ scope }) => scope);
      const others = [ownerId, wholeService].filter((scope) => !scopes.includes(scope));
      const day = today();
      const taken: CallTaken =
        limits.length > 0 ? await counter.take(limits) : { isTaken: true, day, counts: [] };
      const limitOf = (scope: string) => limits.find((one) => one.scope === scope)?.limit ?? 0;
      const ownerOf = (scope: string) => (scope === wholeService ? undefined : scope);
      if (!taken.isTaken) {
        const { scope, secondsLeft } = taken;
        notice({ owner: ownerOf(scope), limit: limitOf(scope), isReached: true });
        throw new DailyLimitError(ownerOf(scope), secondsLeft);
      }
      for (const { scope, calls } of taken.counts) {
        const limit = limitOf(scope);
        if (calls !== warningLevel(limit)) continue;
        const user = ownerOf(scope);
        log.warn({ ...(user && { user }), calls, limit }, '80 % of the calls of today are used');
        notice({ owner: user, limit, isReached: false });
      }
      let isKept = false;
      return {
        keep() {
          isKept = true;
          addUnlimited(day, others);
        },
        async [Symbol.asyncDispose]() {
          if (isKept || scopes.length === 0) return;
          // If this fails, one call fewer is possible today.
          await cleanUp(counter.giveBack(taken.day, scopes), log, [
            {},
            'failed call stays counted',
          ]);
        },
      };
    },

    close: () => unlimited.close(),
  };
}
