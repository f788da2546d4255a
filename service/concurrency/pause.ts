import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How long the event loop rests between two pieces of long work, in milliseconds. Where threads share a
 * core, Linux lets one that has begun to run go on for 1.4 ms or more, and takes the core for up to
 * 4 ms from one that has run longer than that. Where pieces are shorter than 1.4 ms and pauses longer,
 * a call that comes meanwhile seldom waits for another thread.
 */
export const shortestPauseMs = 2;

/**
 * Rests between two pieces of long work, so that calls and other threads have their turn.
 * @param ms how long, in milliseconds, where that is longer than the shortest pause
 */
export function pause(ms = shortestPauseMs): Promise<void> {
  return sleep(Math.max(ms, shortestPauseMs));
}
