/** From here on, walking through a text takes long enough for others to notice, in characters. */
export const largeText = 256 * 1024;

let last = Promise.resolve();

/**
 * Lets work that holds up the event loop take turns: each call resolves in a turn of its own, in
 * order, with other events in between. There is one event loop, so there is one queue for it.
 */
export function nextTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
