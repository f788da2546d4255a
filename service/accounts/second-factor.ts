import { createHash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { noSecondFactor, type Logins, type SecondFactor } from '../storage/interfaces/logins.ts';

type Store = Pick<Logins, 'changeSecondFactor'>;

/** Whether a user has an authenticator app or a passkey, so the password alone is not enough. */
export function hasSecondFactor({ totp_secret: secret, passkeys }: SecondFactor): boolean {
  return secret !== null || passkeys.length > 0;
}

/** Whether a user still has to set up the second factor that an operator requires. */
export function lacksSecondFactor(factor: SecondFactor): boolean {
  return factor.is_required && !hasSecondFactor(factor);
}

/** A new secret for an authenticator app, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The secret as the address that apps read from a QR code. */
export function totpAddress(secret: string, userId: string): string {
  return totpOf(secret, userId).toString();
}

/**
 * The period in which an app shows this code; nothing if it is wrong. Clocks may differ by half a
 * minute, one period.
 */
export function periodOfCode(secret: string, code: string, now = Date.now()): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = totpOf(secret, '');
  const delta = totp.validate({ token, timestamp: now, window: 1 });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}

/** Whether a secret from a form is one that we could have made. */
export function isTotpSecret(text: string): boolean {
  return /^[A-Z2-7]{32}$/.test(text);
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: 'Altscribe', label, secret: Secret.fromBase32(secret) });
}

const codesAtOnce = 10;
const codeLength = 10;
/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Ten new recovery codes and their hashes; the codes are shown once and never stored. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: codesAtOnce }, () => {
    const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]);
    return letters.join('').replace(/^.{5}/, '$&-');
  });
  return { codes, hashes: codes.map(hashCode) };
}

function hashCode(code: string): string {
  const letters = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  return createHash('sha256').update(letters).digest('hex');
}

/**
 * Uses up a code from the user's app, or a recovery code: each works once.
 * @returns which it was; nothing if it is wrong or was used before
 */
export async function takeCode(
  store: Store,
  userId: string,
  code: string,
  now = Date.now(),
): Promise<'app' | 'recovery' | undefined> {
  let kind: 'app' | 'recovery' | undefined;
  const isTaken = await store.changeSecondFactor(userId, (before) => {
    kind = undefined;
    const { totp_secret: secret, totp_period: last, recovery_hashes: hashes } = before;
    const period = secret === null ? undefined : periodOfCode(secret, code, now);
    if (period !== undefined && period > last) {
      kind = 'app';
      return { ...before, totp_period: period };
    }
    const hash = hashCode(code);
    if (!hashes.includes(hash)) return before;
    kind = 'recovery';
    return { ...before, recovery_hashes: hashes.filter((one) => one !== hash) };
  });
  return isTaken ? kind : undefined;
}

/**
 * Removes all factors of a user, who can then sign in with the password, and ends all sessions. If
 * a second factor is required, it still is.
 */
export function resetSecondFactor(store: Store, userId: string): Promise<boolean> {
  return store.changeSecondFactor(
    userId,
    ({ is_required }) => ({ ...noSecondFactor, is_required }),
    { exceptIdHash: null },
  );
}
