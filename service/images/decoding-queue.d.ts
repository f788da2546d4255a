import { type Bounds } from '../concurrency/time-out.ts';
/** Decodes pictures beside the event loop, a few at once. */
export interface DecodingQueue {
  /**
   * Runs work when its user's turn has come: who has the fewest pictures being decoded is next, and
   * among those who waited longest.
   * @throws PicturesBusyError when the deadline comes first
   */
  run<T>(userId: string, bounds: Bounds, work: () => Promise<T>): Promise<T>;
}
/** @param processes how many share the machine, each with a queue of its own */
export declare function createDecodingQueue(processes?: number): DecodingQueue;
/**
 * How many pictures a process decodes at once: one core is left for everything else, and a part of
 * libuv's pool, in which sharp decodes, files are flushed and names of hosts are looked up.
 */
export declare function decodesAtOnce(machine: {
  cores: number;
  threads: number;
  processes: number;
}): number;
