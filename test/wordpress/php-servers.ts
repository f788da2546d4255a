import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { balance } from './balancer.ts';
import { findFreePort } from './free-port.ts';

/**
 * Program: several of PHP's own servers behind one port, until standard input ends, which happens however the
 * parent dies. PHP could fork workers itself, but those accept connections while they are busy: a request waits
 * behind a long one although another worker is idle.
 *
 * Its arguments are the port and PHP's command line without `-S`.
 */

/** How many requests are served in parallel. */
const count = 4;

const [port, program = '', ...args] = process.argv.slice(2);
const servers: ChildProcess[] = [];
process.once('exit', () => {
  for (const server of servers) server.kill('SIGKILL');
});
process.stdin.resume().once('end', () => process.exit());

const listener = createServer().listen(Number(port), '127.0.0.1');
await once(listener, 'listening');
const add = balance(listener);
// All at the same time, so they differ.
for (const own of await Promise.all(Array.from({ length: count }, findFreePort))) {
  const server = spawn(program, ['-S', `127.0.0.1:${own}`, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  server.once('exit', (code) => process.exit(code ?? 1));
  servers.push(server);
  void waitUntilListening(own).then(() => add(own));
}

async function waitUntilListening(own: number): Promise<void> {
  for (;;) {
    const socket = connect(own, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await sleep(50);
    } finally {
      socket.destroy();
    }
  }
}
