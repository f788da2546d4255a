import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../wordpress/free-port.ts';
import { pin } from '../stage/cores.ts';

/** A measured server, alone on its core. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** Its own working folder, which contains its log. */
  readonly folder: string;
  /** From the start of the process to its first response, in milliseconds. */
  readonly startMs: number;
  /** Ends it, and removes its folder. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** It is ready once it responds there with 200. */
  readonly readyPath: string;
  /** Its working folder; by default a new one. */
  readonly folder?: string | undefined;
}

const started = new Set<ChildProcess>();
process.on('exit', () => started.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const startTimeoutMs = 60_000;
const askEveryMs = 2;

/**
 * Starts a Node.js program as in production, and waits for its first response.
 * @param options for a port of loopback
 */
export async function startServer(options: (port: number) => ServerOptions): Promise<Server> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const { args, env = process.env, readyPath, folder: given } = options(port);
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'altscribe-bench-')));
  const log = openSync(join(folder, 'log'), 'a');
  const [command, all] = pin('measured', process.execPath, args);
  const start = performance.now();
  const child = spawn(command, all, {
    cwd: folder,
    env: { ...env, NODE_ENV: 'production' },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  started.add(child);
  await waitFor(`${url}${readyPath}`, child, join(folder, 'log'));
  return {
    url,
    pid: child.pid ?? 0,
    folder,
    startMs: performance.now() - start,
    async stop() {
      started.delete(child);
      const ended = once(child, 'exit');
      if (!hasEnded(child) && child.kill()) await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function waitFor(url: string, child: ChildProcess, log: string): Promise<void> {
  const until = performance.now() + startTimeoutMs;
  for (;;) {
    const status = await fetch(url).then(
      (response) => response.body?.cancel().then(() => response.status),
      () => undefined,
    );
    if (status === 200) return;
    if (hasEnded(child) || performance.now() > until) {
      throw new Error(`${url} did not respond with 200; its log is ${log}.`);
    }
    await sleep(askEveryMs);
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Anything that must be stopped. */
interface Stoppable {
  stop(): unknown;
}

/** Registers a server that is being started. */
export type Keep = <One extends Stoppable>(server: Promise<One>) => Promise<One>;

/**
 * Runs some work with servers, and stops them all at the end.
 */
export async function withServers<Result>(work: (keep: Keep) => Promise<Result>): Promise<Result> {
  const kept: Stoppable[] = [];
  try {
    return await work(async (server) => {
      const one = await server;
      kept.push(one);
      return one;
    });
  } finally {
    for (const one of kept) await one.stop();
  }
}
