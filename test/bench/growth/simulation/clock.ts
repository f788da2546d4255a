import TinyQueue from 'tinyqueue';

/** What a task waits for: it is handed what lets the task go on. */
export type Wait = (goOn: () => void) => void;

/** Something that takes time, written as if nothing else went on: it yields what it waits for. */
export type Task = Generator<Wait, void, void>;

/** Simulated time, in milliseconds, and what is to happen in it. */
export class Clock {
  now = 0;
  readonly #events = new TinyQueue<{ at: number; n: number; goOn: () => void }>(
    [],
    // Of two at the same time, the one that was asked for first.
    (one, other) => one.at - other.at || one.n - other.n,
  );
  #count = 0;

  sleep(ms: number): Wait {
    return (goOn) => {
      this.#count += 1;
      this.#events.push({ at: this.now + ms, n: this.#count, goOn });
    };
  }

  /** Lets time pass until then. */
  runUntil(end: number): void {
    for (let next = this.#events.peek(); next && next.at <= end; next = this.#events.peek()) {
      this.#events.pop();
      this.now = next.at;
      next.goOn();
    }
    this.now = end;
  }
}

/** Begins a task, and goes on with it whenever what it waits for has come. */
export function begin(task: Task): void {
  const goOn = () => {
    const { value, done } = task.next();
    if (!done) value(goOn);
  };
  goOn();
}
