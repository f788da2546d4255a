import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * By how much the other threads are nicer (`man 7 sched`): a tenth of the main thread's weight. With less
 * of it, a flush to disk would wait for a tenth of a second while the main thread is busy.
 */
const nicer = 10;

/**
 * Has the thread that responds to requests come before those that decode pictures, where they share
 * a core. To be called at the start: threads that are made later have the priority of their maker. Other
 * systems than Linux give a priority to whole processes only, and are left alone.
 */
export function putMainThreadFirst(): void {
  if (process.platform !== 'linux') return;
  const priority = Math.min(getPriority() + nicer, 19);
  try {
    for (const thread of readdirSync('/proc/self/task').map(Number)) {
      if (thread !== process.pid) setPriority(thread, priority);
    }
  } catch {
    // A sandbox may refuse it, and the service does without.
  }
}
