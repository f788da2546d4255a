import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executeCommand } from '../../service/cli/execute-command.ts';
import { expectDescribed } from './expect-described.ts';

/** A service of its own process, as `npm start` runs it, and what tests do with it. */
export interface RunningService {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Everything that it has logged. */
  log(): string;
  /** Makes an account and answers its API key (`''` for an account under another owner). */
  createAccount(account: {
    user_id: string;
    plan?: string;
    credits?: number;
    owner?: string;
  }): Promise<string>;
  /** Executes a command of the command line, for example `account plan`. */
  execute(command: string, options: object): Promise<unknown>;
  /** Credits of an account, as the store has them. */
  credits(userId: string): Promise<number>;
  /** A POST with a JSON body, whose response is to be as `/openapi.json` says. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Ends the process and answers its exit code; its data stay. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Ends the process and removes its data. */
  dispose(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it came. */
  readonly text: string;
  readonly body: Record<string, unknown>;
}

export const generatePath = '/v1/generate-alt-text-api';
export const detailsPath = '/v1/get-user-details-api';

/** Environment variables that a developer may have set, and that must not reach a test. */
const ownVariables =
  /^(OPENAI|GEMINI|IMAGE|RATE|CACHE|REQUEST|PROVIDER|DATA|DATABASE|LOG|METRICS|OTEL)_|^(HOST|PORT|TRUST_PROXY|WEB_CONCURRENCY|DASHBOARD|PUBLIC_URL)$/;

/** The command and the environment of a service that listens on a free port of loopback. */
export function serviceProcess(env: Record<string, string | undefined>) {
  const inherited = Object.entries(process.env).filter(([name]) => !ownVariables.test(name));
  return {
    command: process.execPath,
    args: ['--enable-source-maps', join(import.meta.dirname, '../../build/service/main.js')],
    env: { ...Object.fromEntries(inherited), PORT: '0', ...env },
  };
}

/**
 * Starts a service and waits until it listens. Without `DATA_DIR`, it gets a folder of its own.
 * @param program what to run; the service as it is built unless given
 */
export async function startService(
  env: Record<string, string>,
  program?: readonly [command: string, ...args: string[]],
): Promise<RunningService> {
  const dataDir = env['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'altscribe-')));
  const { command, args, env: whole } = serviceProcess({ ...env, DATA_DIR: dataDir });
  // Its own folder, so that no .env file of a developer is read.
  const [file, ...rest] = program ?? [command, ...args];
  const child = spawn(file, rest, {
    env: whole,
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  // Not `exit`: what the process has written is read to its end first.
  const exited = once(child, 'close') as Promise<[number | null]>;

  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const [, port] = /"port":(\d+).*"listening"/.exec(output) ?? [];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    void exited.then(() => reject(new Error(`The service did not start: ${output}`)));
  });

  async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    expectDescribed({
      method: 'POST',
      path,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text,
    });
    const answer = JSON.parse(text) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, text, body: answer };
  }

  function execute(command: string, options: object) {
    const config = { dataDir, databaseUrl: env['DATABASE_URL'] };
    return executeCommand(config, command, options, { publicUrl: () => url });
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM') {
    child.kill(signal);
    const [code] = await exited;
    return code;
  }

  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    log: () => output,
    async createAccount({ user_id, plan = 'pro', credits = 10, owner }) {
      const options = { user_id, plan, credits: String(credits), owner };
      const made = await execute('account create', options);
      return (made as { api_key?: string }).api_key ?? '';
    },
    async credits(userId) {
      const account = await execute('account show', { user_id: userId });
      return (account as { credits_available: number }).credits_available;
    },
    execute,
    post,
    stop,
    async dispose() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
