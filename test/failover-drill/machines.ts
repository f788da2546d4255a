import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, type RunningService } from '../support/service.ts';
import { findFreePort } from '../wordpress/free-port.ts';

/** A machine that runs the service in two processes on its own port. */
export interface Machine {
  /** The address for the proxy, whether the machine is running or not. */
  readonly host: string;
  start(): Promise<RunningService>;
  /** Stops it with SIGTERM, as an upgrade does. Resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Ends all its processes with `kill -9`, like a machine failure. */
  kill(): Promise<void>;
}

export async function createMachine(env: Record<string, string>): Promise<Machine> {
  const port = await findFreePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'altscribe-machine-'));
  let service: RunningService | undefined;
  let hasEnded = false;
  return {
    host: `127.0.0.1:${port}`,
    async start() {
      hasEnded = false;
      service = await startService({
        ...env,
        PORT: String(port),
        DATA_DIR: dataDir,
        WEB_CONCURRENCY: '2',
        TRUST_PROXY: 'true',
        SHUTDOWN_DELAY_MS: '3000',
      });
      return service;
    },
    async stop() {
      hasEnded = true;
      return (await service?.stop()) ?? null;
    },
    async kill() {
      if (!service || hasEnded) return;
      hasEnded = true;
      const workers = await childrenOf(service.pid);
      for (const pid of workers) process.kill(pid, 'SIGKILL');
      await service.stop('SIGKILL');
    },
  };
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').filter(Boolean).map(Number);
}
