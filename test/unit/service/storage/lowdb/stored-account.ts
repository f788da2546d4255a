import type { StoredAccount } from '../../../../../service/storage/lowdb/shard-data.ts';

/** An empty account as it is stored. */
export function storedAccount(userId: string, fields: Partial<StoredAccount> = {}): StoredAccount {
  return {
    user_id: userId,
    owner_id: userId,
    plan_type: 'pro',
    credits_available: 0,
    monthly_allowance: null,
    allowance_month: null,
    suspended_at: null,
    daily_calls_max: null,
    keys: [],
    reservations: [],
    entries: [],
    usage: [],
    ...fields,
  };
}
