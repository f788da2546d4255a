import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { pause } from '../concurrency/pause.ts';

/** From here on a body is large, in bytes. */
export const largeBody = 256 * 1024;

/** How much of a body is read in one turn of the event loop, in bytes. */
const turnBytes = 256 * 1024;

/**
 * Reads a body of `length` bytes, which its headers gave, into memory that is made for it at once. To
 * join its pieces in the end would take milliseconds, in which nobody else has a turn, and twice the
 * memory.
 * @throws when the caller hangs up
 */
export async function readLargeBody(request: IncomingMessage, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  let turnEnds = turnBytes;
  const add = (piece: Buffer) => {
    at += piece.copy(bytes, at);
    if (at < turnEnds || length - at < turnBytes) return;
    turnEnds = at + turnBytes;
    // Node.js reads up to 2 MB in one go, and nobody else has a turn meanwhile.
    request.pause();
    void pause().then(() => request.resume());
  };
  request.on('data', add);
  await finished(request, { cleanup: true });
  // The request lives until the response, and must not keep the bytes.
  request.off('data', add);
  // Memory that nothing was written to may have belonged to somebody else.
  return bytes.subarray(0, at);
}
