/** Less than this is not worth the work, in bytes. */
const leastBytes = 128 * 1024;

/**
 * Gives back the memory of a large buffer, all views of which are empty from then on. Nobody may be
 * using it any more. V8 gives back what has lived for as long as a call only after a full garbage
 * collection, and pictures would make those happen all the time. What was moved is a new object, for
 * which a short one is enough.
 */
export function freeBytes({ buffer }: Buffer): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength < leastBytes) return;
  structuredClone(buffer, { transfer: [buffer] });
}
