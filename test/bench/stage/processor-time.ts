import { readdir, readFile } from 'node:fs/promises';

/** Ticks of Linux's clock in a second, as `/proc` counts them. */
const ticksPerSecond = 100;

/**
 * Processor time that a process and all under it have taken so far, in milliseconds; those that ended
 * count with their parent. Linux only: elsewhere it is not a number.
 */
export async function processorTime(pid: number): Promise<number> {
  if (process.platform !== 'linux') return NaN;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(pids.map(readStat));
  const wanted = new Set([pid]);
  // A child has nearly always the higher number; where numbers began anew, another round finds it.
  for (let size = 0; size < wanted.size;) {
    size = wanted.size;
    for (const one of all) if (one && wanted.has(one.parent)) wanted.add(one.pid);
  }
  const ticks = all.reduce((sum, one) => sum + (one && wanted.has(one.pid) ? one.ticks : 0), 0);
  return (ticks * 1000) / ticksPerSecond;
}

async function readStat(pid: string) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name stands in parentheses, and may hold any character.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (!fields) return undefined;
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid: Number(pid), parent: Number(fields[1]), ticks };
}
