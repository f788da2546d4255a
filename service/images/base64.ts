import type { Steps } from '../concurrency/steps.ts';

/** Characters that are decoded at once: a string of a whole picture costs more than decoding it. */
const pieceCharacters = 64 * 1024;

/**
 * Decodes base64 (RFC 4648, both alphabets) in ASCII. Nothing where something in it is neither that nor
 * padding at its end.
 */
export function* decodeBase64(text: Buffer): Steps<Buffer | undefined> {
  const length = decodedLength(text);
  if (length === undefined) return undefined;
  const bytes = Buffer.allocUnsafeSlow(length);
  let written = 0;
  for (let at = 0; at < text.length; at += pieceCharacters) {
    const characters = text.toString('latin1', at, at + pieceCharacters);
    // Too few are written where something is wrong.
    written += bytes.write(characters, written, 'base64');
    yield;
  }
  return written === length ? bytes : undefined;
}

const padding = '='.charCodeAt(0);

/** The bytes that a text stands for; nothing where no bytes have a text of its length. */
function decodedLength(text: Buffer): number | undefined {
  let characters = text.length;
  while (text[characters - 1] === padding) characters -= 1;
  return characters % 4 === 1 ? undefined : Math.floor((characters * 3) / 4);
}
