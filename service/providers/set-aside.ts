import { randomUUID } from 'node:crypto';

/** Pictures that are being sent, by what stands for them in the text of a request. */
const pictures = new Map<string, Buffer>();

// Nobody who writes a part of the request can know the id.
const placeholders = /altscribe-picture-[0-9a-f-]{36}/g;

/** A picture that is put into a request when that is sent, until this is disposed of. */
export interface SetAside extends Disposable {
  /** Stands for the picture's base64. */
  readonly placeholder: string;
}

/**
 * Sets a picture aside, so that an SDK makes its request without it: as a part of the request's text,
 * its base64 would be escaped, searched and encoded again and again.
 */
export function setAside(picture: Buffer): SetAside {
  const placeholder = `altscribe-picture-${randomUUID()}`;
  pictures.set(placeholder, picture);
  return { placeholder, [Symbol.dispose]: () => void pictures.delete(placeholder) };
}

/** The bytes of a request's text, with the pictures in their places; nothing where it has none. */
export function putPicturesIn(text: string): Buffer | undefined {
  const found = [...text.matchAll(placeholders)].flatMap(({ 0: placeholder, index }) => {
    const picture = pictures.get(placeholder);
    return picture ? [{ placeholder, index, picture }] : [];
  });
  if (found.length === 0) return undefined;
  const size = found.reduce((sum, { picture }) => sum + base64Length(picture), 0);
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(text) + size);
  let end = 0;
  let at = 0;
  for (const { placeholder, index, picture } of found) {
    at += bytes.write(text.slice(end, index), at);
    at += writeBase64(picture, bytes, at);
    end = index + placeholder.length;
  }
  at += bytes.write(text.slice(end), at);
  return bytes.subarray(0, at);
}

/** A multiple of three, so that what is encoded piece by piece has no padding inside. */
const pieceBytes = 48 * 1024;

/** Piece by piece, because it costs more to get memory for a long string than to encode it. */
function writeBase64(picture: Buffer, target: Buffer, start: number): number {
  let at = start;
  for (let from = 0; from < picture.length; from += pieceBytes) {
    at += target.write(picture.toString('base64', from, from + pieceBytes), at, 'latin1');
  }
  return at - start;
}

function base64Length({ length }: Buffer): number {
  return Math.ceil(length / 3) * 4;
}
