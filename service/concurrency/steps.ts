import type { Hash } from 'node:crypto';

/** Synchronous work that may be interrupted wherever it yields. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Does all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** What is done in one step, in bytes: it takes less than a tenth of a millisecond. */
const stepBytes = 64 * 1024;

/** Adds bytes to a hash. */
export function* updateHash(hash: Hash, data: Buffer): Steps<void> {
  for (let at = 0; at < data.length; at += stepBytes) {
    hash.update(data.subarray(at, at + stepBytes));
    yield;
  }
}
