import type { Accounts, Repair } from '../interfaces/accounts.ts';
import { clockLimitsAt } from '../interfaces/wrong-clock.ts';
import { processTime, toDatabaseTime } from './clock.ts';
import type { Database } from './database.ts';

/**
 * Refunds reservations that expire after a time. Values: user, time, the process's time. Returns how
 * many there were.
 */
const releaseEndless = `
  WITH released AS (
    DELETE FROM entries WHERE user_id = $1 AND expires_at > ${toDatabaseTime('$2', '$3')}
    RETURNING credits
  )
  UPDATE accounts
  SET credits_available = credits_available - (SELECT coalesce(sum(credits), 0) FROM released)
  WHERE user_id = $1
  RETURNING (SELECT count(*) FROM released) AS released`;

/** Forgets that the allowance was given for a month after another. Values: user, that month. */
const forgetMonth = `
  UPDATE accounts SET allowance_month = NULL
  FROM (SELECT user_id AS wrong_id, allowance_month AS month FROM accounts) AS wrong
  WHERE user_id = $1 AND wrong_id = $1 AND month > $2
  RETURNING month`;

/** The part of the store that repairs accounts. */
export function repairIn(database: Database): Accounts['repairAccount'] {
  return (userId, at) => {
    const limits = clockLimitsAt(at);
    return database.transaction(async (query): Promise<Repair | undefined> => {
      const [account] = await query<{ released: number }>(releaseEndless, [
        ...[userId, limits.expiry, processTime()],
      ]);
      if (!account) return undefined;
      const [wrong] = await query<{ month: string }>(forgetMonth, [userId, limits.month]);
      const removed = await query(
        'DELETE FROM daily_usage WHERE user_id = $1 AND day > $2::date RETURNING 1',
        [userId, limits.day],
      );
      return {
        allowance_month_forgotten: wrong?.month ?? null,
        usage_days_removed: removed.length,
        reservations_released: account.released,
      };
    });
  };
}
