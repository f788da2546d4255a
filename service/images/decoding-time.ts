import { performance } from 'node:perf_hooks';

let running = 0;

interface Decoding extends Disposable {
  /** Whether it got less processor time than it could have used, because the machine is busy. */
  isStarved(): boolean;
}

/** Measures the processor time for decoding an image in this process, until it is disposed. */
export function startDecoding(): Decoding {
  running += 1;
  const start = performance.now();
  const processor = process.cpuUsage();
  const eventLoop = performance.eventLoopUtilization();
  return {
    isStarved() {
      const { user, system } = process.cpuUsage(processor);
      const { active } = performance.eventLoopUtilization(eventLoop);
      const decoding = (user + system) / 1_000 - active;
      // An image alone keeps at least one thread busy.
      return decoding < 0.75 * running * (performance.now() - start);
    },
    [Symbol.dispose]() {
      running -= 1;
    },
  };
}
