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
 * @param uri its text, or the bytes of that, in ASCII
 * @throws PictureError
 */
export function* parseDataUri(uri: string | Buffer, maxBytes: number): Steps<Buffer> {
  const start = (typeof uri === 'string' ? uri : uri.toString('latin1', 0, maxHeaderLength)).slice(
    0,
    maxHeaderLength,
  );
  const comma = start.indexOf(',');
  const header = start.slice(0, Math.max(comma, 0)).trimStart().toLowerCase();
  if (!header.startsWith('data:image/') || !header.endsWith(';base64')) throw refused(expected);
  const data = typeof uri === 'string' ? uri.slice(comma + 1).trimEnd() : uri.subarray(comma + 1);
  if (decodedLength(data) > maxBytes) throw tooLarge(maxBytes);
  const bytes = (yield* decode(data)) ?? (yield* decode(withoutEscapes(data.toString())));
  if (!bytes) throw refused(`The data of image_file is not base64. ${expected}`);
  if (bytes.length === 0) throw refused(`The data of image_file is empty. ${expected}`);
  return bytes;
}

/** Buffer skips what is not base64, so that the result comes out too short. */
function* decode(data: string | Buffer): Steps<Buffer | undefined> {
  if (typeof data !== 'string') return yield* decodeBase64(data);
  const bytes = Buffer.from(data, 'base64');
  return bytes.length === decodedLength(data) ? bytes : undefined;
}

function decodedLength(data: string | Buffer): number {
  const end = typeof data === 'string' ? data.slice(-2) : data.toString('latin1', data.length - 2);
  const padding = end.endsWith('==') ? 2 : end.endsWith('=') ? 1 : 0;
  return Math.floor(((data.length - padding) * 3) / 4);
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

function tooLarge(maxBytes: number): PictureError {
  const message = `The picture is too large. Send at most ${formatSize(maxBytes)}.`;
  return new PictureError('image_file', 'image_too_large', message);
}

function refused(message: string): PictureError {
  return new PictureError('image_file', 'image_file_invalid', message);
}
