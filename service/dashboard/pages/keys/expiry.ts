import { z } from 'zod';

/** After how many days a new key expires, as the form has it. */
export const expiries = ['never', '30', '90', '365'] as const;
export const expirySchema = z.enum(expiries);
export type Expiry = z.infer<typeof expirySchema>;

/** For how many hours a key that is rotated still works, as the form has it. */
export const graces = ['0', '1', '24', '168'] as const;
export const graceSchema = z.enum(graces);

const hourMs = 3_600_000;

/** So many hours after a time in ISO 8601. */
export function hoursAfter(at: string, hours: number): string {
  return new Date(Date.parse(at) + hours * hourMs).toISOString();
}

/** When a key that is made at a time expires. */
export function expiresAt(expiry: Expiry, at: string): string | null {
  return expiry === 'never' ? null : hoursAfter(at, 24 * Number(expiry));
}

/**
 * How long the successor of a key should work: as long as the key was made for, so that who rotates
 * keys that expire goes on doing so. Any other time comes from a rotation, or the command line.
 */
export function expiryLike(key: {
  readonly created_at: string;
  readonly expires_at: string | null;
}): Expiry {
  return expiries.find((expiry) => expiresAt(expiry, key.created_at) === key.expires_at) ?? 'never';
}
