/**
 * Runs a program and all that it starts until standard input ends, which happens however the parent dies.
 */
import { spawn } from 'node:child_process';

const [program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
child.once('exit', (code) => process.exit(code ?? 1));
process.stdin.resume().once('end', () => {
  // The whole group: a server has workers.
  process.kill(-child.pid, 'SIGKILL');
});
