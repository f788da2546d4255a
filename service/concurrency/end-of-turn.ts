let end: Promise<void> | undefined;

/**
 * Resolves at the end of this turn of the event loop, after everything that has come in from outside.
 * Whoever waits for the same end goes on one after the other.
 */
export function endOfTurn(): Promise<void> {
  end ??= new Promise((resolve) => {
    setImmediate(() => {
      end = undefined;
      resolve();
    });
  });
  return end;
}
