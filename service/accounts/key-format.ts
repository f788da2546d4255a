import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const format = /^alt_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/**
 * Makes an API key: `alt_`, 32 random base62 characters, and a checksum of 6 (CRC-32 in base62), by
 * which secret scanners and a check for typing errors can recognise it.
 */
export function makeKey(): string {
  const random = Array.from({ length: 32 }, () => alphabet[randomInt(62)]).join('');
  return `alt_${random}${checksum(random)}`;
}

/** Whether a text has the form of a key, checksum included. */
export function isWellFormedKey(text: string): boolean {
  const [, random, sum] = format.exec(text) ?? [];
  return random !== undefined && sum === checksum(random);
}

/** What is stored of a key: its SHA-256, in hexadecimal. */
export function hashKey(key: string): string {
  return hash('sha256', key);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < 6; i++) {
    digits = alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
