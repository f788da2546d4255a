import type { Logger } from 'pino';
import { StoreUnreachableError } from '../storage/interfaces/errors.ts';
import type { ObservedCall } from './observe-methods.ts';

/**
 * How long nothing has failed when an outage is over, in milliseconds: while one begins or ends, some
 * calls fail and others do not.
 */
const calmMs = 5_000;

/** Notices when the store cannot be reached. */
export interface StoreOutage {
  /** An operation of the store has ended. */
  ended(call: Pick<ObservedCall, 'error'>): void;
}

/** Tells of an outage in the log once when it begins and once when it is over. */
export function createStoreOutage(
  log: Logger,
  now: () => number = () => performance.now(),
): StoreOutage {
  let outage: { readonly begunAt: number; lastAt: number; failed: number } | undefined;
  return {
    ended({ error }) {
      if (error instanceof StoreUnreachableError) {
        if (!outage) log.error({ reason: error.message }, 'store outage');
        outage ??= { begunAt: now(), lastAt: 0, failed: 0 };
        outage.lastAt = now();
        outage.failed += 1;
      } else if (outage && now() - outage.lastAt >= calmMs) {
        const seconds = Math.round((outage.lastAt - outage.begunAt) / 1_000);
        log.info({ seconds, operations: outage.failed }, 'store outage over');
        outage = undefined;
      }
    },
  };
}
