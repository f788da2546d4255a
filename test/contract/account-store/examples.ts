import type { Account } from '../../../service/storage/interfaces/accounts.ts';
import type { ApiKey, FoundKey } from '../../../service/storage/interfaces/api-keys.ts';
import type { CallRecord, DailyUsage } from '../../../service/storage/interfaces/usage-log.ts';
import type {
  LedgerEntry,
  Reservation,
  IdempotencyClaim,
} from '../../../service/storage/interfaces/credit-ledger.ts';

/** A time, for tests in which it does not matter. */
export const at = '2026-01-02T03:04:05.000Z';

/** The user whose credits are tested. */
export const user = 'a@example.com';

export function account(userId: string, fields: Partial<Account> = {}): Account {
  return {
    user_id: userId,
    owner_id: userId,
    plan_type: 'pro',
    credits_available: 10,
    monthly_allowance: null,
    allowance_month: null,
    suspended_at: null,
    daily_calls_max: null,
    ...fields,
  };
}

export function apiKey(id: string, fields: Partial<ApiKey> = {}): ApiKey {
  return {
    id,
    owner_id: user,
    name: 'Key',
    hash: `hash of ${id}`,
    last4: 'abcd',
    created_at: at,
    last_used_at: null,
    revoked_at: null,
    expires_at: null,
    user_id: null,
    ...fields,
  };
}

/** A key as found in the store; its owner is not suspended by default. */
export function found(key: ApiKey, ownerSuspendedAt: string | null = null): FoundKey {
  return { ...key, owner_suspended_at: ownerSuspendedAt, owner_daily_calls_max: null };
}

/** A reservation that does not expire during a test. */
export function reservation(id: string, fields: Partial<Reservation> = {}): Reservation {
  return {
    id,
    user_id: user,
    credits: 1,
    request_id: `request of ${id}`,
    at,
    expires_at: '2999-01-01T00:00:00.000Z',
    ...fields,
  };
}

/** A call's claim on an idempotency key; its reservation has the same id. */
export function claim(callId: string, fields: Partial<IdempotencyClaim> = {}): IdempotencyClaim {
  return {
    owner_id: user,
    key: 'hash of the key',
    fingerprint: 'hash of the request',
    user_id: user,
    call_id: callId,
    expires_at: '2999-01-01T00:00:00.000Z',
    ...fields,
  };
}

/** Credits that an operator added; negative if the operator removed them. */
export function entry(id: string, credits: number, fields: Partial<LedgerEntry> = {}): LedgerEntry {
  const reason = credits < 0 ? ('correction' as const) : ('top-up' as const);
  const noPerson = { actor: null, note: null };
  return { id, user_id: user, credits, reason, request_id: null, at, ...noPerson, ...fields };
}

/** The nth call, a second after the previous one. */
export function call(n: number, fields: Partial<CallRecord> = {}): CallRecord {
  return {
    user_id: user,
    request_id: `request ${n}`,
    at: new Date(Date.parse(at) + n * 1_000).toISOString(),
    outcome: 'ok',
    language: 'pt-BR',
    provider: 'openai',
    model: 'a-model',
    ms: 1_234,
    credits: 1,
    ...fields,
  };
}

/** A day of usage: zero except for the given fields. */
export function usage(day: string, fields: Partial<DailyUsage> = {}): DailyUsage {
  const nothing = { calls: 0, failures: 0, fallbacks: 0, cached: 0, credits: 0 };
  return { user_id: user, day, ...nothing, ...fields };
}
