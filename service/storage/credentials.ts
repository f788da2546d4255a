import type { Login, SecondFactor } from './interfaces/logins.ts';

/**
 * What a user signs in with, as one value that changes with the password, the app and the passkeys.
 * Whatever was verified is only valid as long as this is the same. It contains secrets.
 */
export function credentialsOf(
  { password_hash: hash }: Pick<Login, 'password_hash'>,
  { totp_secret: secret, passkeys }: SecondFactor,
): string {
  return JSON.stringify([hash, secret, passkeys.map(({ id }) => id)]);
}
