import { readdir, readFile } from 'node:fs/promises';

/** Linux clock ticks per second, as in `/proc`. */
const ticksPerSecond = 100;

/**
 * Processor time of a process and all its descendants so far, in milliseconds; ended ones count with
 * their parents. Linux only: NaN elsewhere.
 */
export async function processorTime(pid: number): Promise<number> {
  if (process.platform !== 'linux') return NaN;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(pids.map(readStat));
  const wanted = new Set([pid]);
  // A child nearly always has a higher number; if numbers wrapped around, another round finds it.
  for (let size = 0; size < wanted.size;) {
    size = wanted.size;
    for (const one of all) if (one && wanted.has(one.parent)) wanted.add(one.pid);
  }
  const ticks = all.reduce((sum, one) => sum + (one && wanted.has(one.pid) ? one.ticks : 0), 0);
  return (ticks * 1000) / ticksPerSecond;
}

async function readStat(pid: string) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name is in parentheses, and may contain any character.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (!fields) return undefined;
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid: Number(pid), parent: Number(fields[1]), ticks };
}
