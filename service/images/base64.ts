import type { Steps } from '../concurrency/steps.ts';

/** Characters that are decoded at once: a string of a whole picture costs more than decoding it. */
const pieceCharacters = 64 * 1024;

const piece = Buffer.allocUnsafeSlow((pieceCharacters / 4) * 3);

/**
 * Decodes base64 (RFC 4648, both alphabets) in ASCII. Nothing where something in it is neither that nor
 * padding at its end.
 */
export function* decodeBase64(text: Buffer): Steps<Buffer | undefined> {
  const length = decodedLength(text);
  if (length === undefined) return undefined;
  const bytes = Buffer.allocUnsafeSlow(length);
  const written = yield* decode(text, (characters, at) => bytes.write(characters, at, 'base64'));
  return written === length ? bytes : undefined;
}

/** Whether `decodeBase64` can decode a text. */
export function* isBase64(text: Buffer): Steps<boolean> {
  const written = yield* decode(text, (characters) => piece.write(characters, 'base64'));
  return written === decodedLength(text);
}

/** Has a text written piece by piece. Returns how many bytes that was: too few where something is wrong. */
function* decode(text: Buffer, write: (characters: string, at: number) => number): Steps<number> {
  let length = 0;
  for (let at = 0; at < text.length; at += pieceCharacters) {
    length += write(text.toString('latin1', at, at + pieceCharacters), length);
    yield;
  }
  return length;
}

const padding = '='.charCodeAt(0);

/** The bytes that a text stands for; nothing where no bytes have a text of its length. */
function decodedLength(text: Buffer): number | undefined {
  let characters = text.length;
  while (text[characters - 1] === padding) characters -= 1;
  return characters % 4 === 1 ? undefined : Math.floor((characters * 3) / 4);
}
