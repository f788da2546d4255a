import type { Accounts } from '../interfaces/accounts.ts';
import type { CreditLedger } from '../interfaces/credit-ledger.ts';
import { clockLimitsAt } from '../interfaces/wrong-clock.ts';
import type { Shards } from './shard-files.ts';

/** The part of the store that repairs accounts. */
export function repairIn(
  shards: Shards,
  ledger: Pick<CreditLedger, 'release'>,
): Accounts['repairAccount'] {
  return async (userId, at) => {
    const limits = clockLimitsAt(at);
    const reservations = shards.find(userId)?.reservations ?? [];
    const endless = reservations.filter(({ expires_at }) => expires_at > limits.expiry);
    for (const reservation of endless) await ledger.release(reservation);

    return shards.update(userId, (before) => {
      if (!before) return { result: undefined, account: before };
      const { allowance_month: month } = before;
      const isWrong = month !== null && month > limits.month;
      const usage = before.usage.filter(({ day }) => day <= limits.day);
      const result = {
        allowance_month_forgotten: isWrong ? month : null,
        usage_days_removed: before.usage.length - usage.length,
        reservations_released: endless.length,
      };
      return { result, account: { ...before, usage, allowance_month: isWrong ? null : month } };
    });
  };
}
