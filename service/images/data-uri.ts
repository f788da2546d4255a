import type { Steps } from '../concurrency/steps.ts';
import { decodeBase64 } from './base64.ts';
import { formatSize } from './format-size.ts';
import { PictureError } from './picture.ts';

const expected =
  'Send image_file as a data URI with base64 data: data:image/<type>;base64,<base64-data>.';

/** Where the header of a data URI must have ended; what is longer is none. */
const maxHeaderLength = 256;

/**
 * The bytes of a data URI `data:image/<type>;base64,<data>`, at most `maxBytes` of them. Line breaks
 * and percent-encoding in the data are accepted. The URI is long: nothing here walks through it
 * in JavaScript.
 * @throws PictureError
 */
export function* parseDataUri(uri: string, maxBytes: number): Steps<Buffer> {
  const start = uri.slice(0, maxHeaderLength);
  const comma = start.indexOf(',');
  const header = start.slice(0, Math.max(comma, 0)).trimStart().toLowerCase();
  if (!header.startsWith('data:image/') || !header.endsWith(';base64')) throw refused(expected);
  const data = uri.slice(comma + 1).trimEnd();
  const bytes = (yield* decode(data)) ?? (yield* decode(withoutEscapes(data)));
  if (!bytes) throw refused(`The data of image_file is not base64. ${expected}`);
  if (bytes.length === 0) throw refused(`The data of image_file is empty. ${expected}`);
  return requireSize(bytes, maxBytes);
}

/**
 * The bytes of a picture that was sent, at most `maxBytes` of them.
 * @throws PictureError
 */
export function requireSize(bytes: Buffer, maxBytes: number): Buffer {
  if (bytes.length <= maxBytes) return bytes;
  const message = `The picture is too large. Send at most ${formatSize(maxBytes)}.`;
  throw new PictureError('image_file', 'image_too_large', message);
}

function decode(data: string): Steps<Buffer | undefined> {
  return decodeBase64(Buffer.from(data));
}

/** What is neither escaped nor broken into lines is not walked through a second time. */
function withoutEscapes(data: string): string {
  try {
    const text = data.includes('%') ? decodeURIComponent(data) : data;
    return [' ', '\t', '\r', '\n'].some((space) => text.includes(space))
      ? text.replace(/\s+/g, '')
      : text;
  } catch {
    return '';
  }
}

function refused(message: string): PictureError {
  return new PictureError('image_file', 'image_file_invalid', message);
}
