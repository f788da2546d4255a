/** Less than this is not worth the work, in bytes. */
const leastBytes = 128 * 1024;

/** A closed port: what is handed over to it is freed at once. */
const { port1: nowhere } = new MessageChannel();
nowhere.close();

/**
 * Frees the memory of a large buffer, all views of which are empty from then on. Nobody may be using
 * it any more. V8 itself frees what has lived for as long as a call only after a full garbage
 * collection, and pictures would make those happen all the time.
 */
export function freeBytes({ buffer }: Buffer): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength < leastBytes) return;
  nowhere.postMessage(undefined, [buffer]);
}
