import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProxyCommand, ProxyOptions } from '../support/proxy-examples.ts';
import { findFreePort } from '../wordpress/free-port.ts';

/** Starts a proxy from Debian with our example configuration, in front of the machines. */
export async function startReverseProxy(
  commandOf: (options: ProxyOptions) => Promise<ProxyCommand>,
  hosts: readonly string[],
) {
  const folder = await mkdtemp(join(tmpdir(), 'altscribe-proxy-'));
  const port = await findFreePort();
  const { program, args, env } = await commandOf({ folder, port, hosts });
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  const ended = once(child, 'exit');
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
