import type { Clock, Task, Wait } from './clock.ts';

/** What so many can have at once, such as cores, connections or a lock; others wait in line. */
export class Resource {
  readonly #clock: Clock;
  readonly #size: number;
  readonly #line: (() => void)[] = [];
  #taken = 0;
  #takenMs = 0;
  #since: number;

  constructor(clock: Clock, size: number) {
    this.#clock = clock;
    this.#size = size;
    this.#since = clock.now;
  }

  readonly take: Wait = (goOn) => {
    if (this.#taken === this.#size) return void this.#line.push(goOn);
    this.#count(1);
    goOn();
  };

  giveBack(): void {
    const next = this.#line.shift();
    if (next) return next();
    this.#count(-1);
  }

  /** Has one of it for a while. */
  *use(ms: number): Task {
    yield this.take;
    yield this.#clock.sleep(ms);
    this.giveBack();
  }

  /** The share of it that was taken in the last so many milliseconds, from 0 to 1; then counts anew. */
  busy(ms: number): number {
    this.#count(0);
    const share = this.#takenMs / ms / this.#size;
    this.#takenMs = 0;
    return share;
  }

  #count(change: number): void {
    this.#takenMs += this.#taken * (this.#clock.now - this.#since);
    this.#since = this.#clock.now;
    this.#taken += change;
  }
}

/**
 * The disk of the write-ahead log: one flush at a time, and each is for all that had come when it
 * began, as PostgreSQL's are.
 */
export class Disk {
  readonly #clock: Clock;
  readonly #flushMs: () => number;
  #waiting: (() => void)[] = [];
  #isBusy = false;

  /** @param flushMs how long the next flush takes */
  constructor(clock: Clock, flushMs: () => number) {
    this.#clock = clock;
    this.#flushMs = flushMs;
  }

  readonly flush: Wait = (goOn) => {
    this.#waiting.push(goOn);
    if (!this.#isBusy) this.#begin();
  };

  #begin(): void {
    const group = this.#waiting;
    this.#waiting = [];
    this.#isBusy = group.length > 0;
    if (!this.#isBusy) return;
    this.#clock.sleep(this.#flushMs())(() => {
      this.#begin();
      for (const goOn of group) goOn();
    });
  }
}
