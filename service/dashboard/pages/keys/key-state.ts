import type { ApiKey } from '../../../storage/interfaces/api-keys.ts';

/** Whether a key works, and what ends or ended it. */
export type KeyState = 'active' | 'expires' | 'expired' | 'revoked';

/** The state of a key at a time. */
export function keyState(key: Pick<ApiKey, 'revoked_at' | 'expires_at'>, now: string): KeyState {
  if (key.revoked_at) return 'revoked';
  if (!key.expires_at) return 'active';
  return key.expires_at > now ? 'expires' : 'expired';
}

/** Whether a key works at a time. */
export function works(key: Pick<ApiKey, 'revoked_at' | 'expires_at'>, now: string): boolean {
  return ['active', 'expires'].includes(keyState(key, now));
}

/** Keys that work first, then the newest first. */
export function inOrder(keys: readonly ApiKey[], now: string): ApiKey[] {
  return keys.toSorted(
    (a, b) =>
      Number(works(b, now)) - Number(works(a, now)) || b.created_at.localeCompare(a.created_at),
  );
}
