import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** What a process has to itself: the measured one a core, everything around it the others. */
export type Core = 'measured' | 'around';

const last = availableParallelism() - 1;
const lists: Readonly<Record<Core, string>> = { measured: '0', around: `1-${last}` };

/** Whether this machine has two cores, and a way to keep processes on them. */
export const arePinned =
  last > 0 &&
  Object.values(lists).every((list) => spawnSync('taskset', ['-c', list, 'true']).status === 0);

/** A command that keeps to its core, where the machine lets it. */
export function pin(core: Core, command: string, args: readonly string[]): [string, string[]] {
  return arePinned ? ['taskset', ['-c', lists[core], command, ...args]] : [command, [...args]];
}

/**
 * Starts a module of the bench in a process of its own, which can be sent messages; it has to end when
 * it is disconnected.
 * @param path from the bench's folder
 */
export function startModule(core: Core, path: string, args: readonly string[] = []): ChildProcess {
  const file = join(import.meta.dirname, '..', path);
  const stdio: StdioOptions = ['ignore', 'inherit', 'inherit', 'ipc'];
  const [command, all] = pin(core, process.execPath, [...process.execArgv, file, ...args]);
  // Only this serialization leaves bytes as they are.
  return spawn(command, all, { stdio, serialization: 'advanced' });
}

/** Moves a server that is running already to the cores around the measured one, with what it starts. */
export function moveAround(pid: number): void {
  if (arePinned) spawnSync('taskset', ['-c', '-p', lists.around, String(pid)]);
}
