/**
 * Runs synchronous work on so many bytes. Work on many bytes blocks the event loop: the queue runs
 * one piece of it in a turn of the loop, in order, and pauses after each for as long as it took, so
 * that other calls get half of the time. There is one event loop, so there is one queue.
 * @throws whatever the work throws
 */
export declare function runOnCpuQueue<T>(bytes: number, work: () => T): Promise<T>;
