import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The command lines of a process and of its children, as they run now. */
export async function commandLines(pid: number): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [, own, parent, args = ''] = /^ *(\d+) +(\d+) +(.*)$/.exec(line) ?? [];
    return [own, parent].includes(String(pid)) ? [args] : [];
  });
}
