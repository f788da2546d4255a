import { createHash, randomBytes } from 'node:crypto';

/** Makes a secret that nobody can guess: 256 random bits in base64url, 43 characters. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret: its SHA-256, in hexadecimal. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
