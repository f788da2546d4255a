import type { DestinationStream } from 'pino';

/** Where lines end up, as `pino.destination()` makes it. */
export interface LineDestination extends DestinationStream {
  flushSync(): void;
}

/**
 * Has lines that come in one turn of the event loop written together: the destination measures all
 * that waits with each write. None is lost when the process exits.
 */
export function batchLines(destination: LineDestination): DestinationStream {
  let lines = '';

  function write(): void {
    if (lines) destination.write(lines);
    lines = '';
  }

  process.on('exit', () => {
    if (!lines) return;
    write();
    destination.flushSync();
  });

  return {
    write(line) {
      if (!lines) setImmediate(write);
      lines += line;
    },
  };
}
