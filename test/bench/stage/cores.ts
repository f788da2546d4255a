import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** A process either has the measured core to itself, or shares the others. */
export type Core = 'measured' | 'around';

const last = availableParallelism() - 1;
const lists: Readonly<Record<Core, string>> = { measured: '0', around: `1-${last}` };

/** Whether this machine has two cores, and can pin processes to them. */
export const arePinned =
  last > 0 &&
  Object.values(lists).every((list) => spawnSync('taskset', ['-c', list, 'true']).status === 0);

/** Pins a command to its core, if the machine can. */
export function pin(core: Core, command: string, args: readonly string[]): [string, string[]] {
  return arePinned ? ['taskset', ['-c', lists[core], command, ...args]] : [command, [...args]];
}

/**
 * Starts a module of the bench in a separate process that accepts messages; it must end when it is
 * disconnected.
 * @param path from the bench's folder
 */
export function startModule(core: Core, path: string, args: readonly string[] = []): ChildProcess {
  const file = join(import.meta.dirname, '..', path);
  const stdio: StdioOptions = ['ignore', 'inherit', 'inherit', 'ipc'];
  const [command, all] = pin(core, process.execPath, [...process.execArgv, file, ...args]);
  // Only this serialization preserves bytes.
  return spawn(command, all, { stdio, serialization: 'advanced' });
}

/** Moves a running server, and the processes it starts, away from the measured core. */
export function moveAround(pid: number): void {
  if (arePinned) spawnSync('taskset', ['-c', '-p', lists.around, String(pid)]);
}
