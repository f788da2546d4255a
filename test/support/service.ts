import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executeCommand } from '../../service/cli/execute-command.ts';
import { expectDescribed } from './expect-described.ts';
import { keepLog } from './logs.ts';

/** A service in a separate process, as `npm start` runs it, with methods for tests. */
export interface RunningService {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Everything that it logged. */
  log(): string;
  /** Creates an account and returns its API key (`''` for an account of another owner). */
  createAccount(account: {
    user_id: string;
    plan?: string;
    credits?: number;
    owner?: string;
  }): Promise<string>;
  /** Executes a command such as `account plan`. */
  execute(command: string, options: object): Promise<unknown>;
  /** Credits of an account in the store. */
  credits(userId: string): Promise<number>;
  /** A POST with a JSON body; its response must match `/openapi.json`. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Stops the process, keeps its data, and returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Stops the process and removes its data. */
  dispose(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The unchanged body. */
  readonly text: string;
  readonly body: Record<string, unknown>;
}

export const generatePath = '/v1/generate-alt-text-api';
export const detailsPath = '/v1/get-user-details-api';

/** A developer's environment variables that must not reach a test. */
const ownVariables =
  /^(OPENAI|GEMINI|IMAGE|RATE|CACHE|REQUEST|PROVIDER|DATA|DATABASE|LOG|METRICS|OTEL|SMTP|MAIL|ALERT|DAILY|VERIFY)_|^(HOST|PORT|TRUST_PROXY|WEB_CONCURRENCY|DASHBOARD|PUBLIC_URL)$/;

/** The command and environment of a service that listens on a free loopback port. */
export function serviceProcess(env: Record<string, string | undefined>) {
  const inherited = Object.entries(process.env).filter(([name]) => !ownVariables.test(name));
  return {
    command: process.execPath,
    args: [
      '--enable-source-maps',
      '--heap-growing-percent=100',
      join(import.meta.dirname, '../../build/service/main.js'),
    ],
    env: { ...Object.fromEntries(inherited), PORT: '0', ...env },
  };
}

/**
 * Starts a service and waits until it listens. Without `DATA_DIR`, it gets a temporary folder.
 *
 * @param program What to run; by default, the built service.
 */
export async function startService(
  env: Record<string, string>,
  program?: readonly [command: string, ...args: string[]],
): Promise<RunningService> {
  const dataDir = env['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'altscribe-')));
  const { command, args, env: whole } = serviceProcess({ ...env, DATA_DIR: dataDir });
  // Reading source maps takes an eighth of the processor time of a start.
  const own = [command, ...args.filter((arg) => arg !== '--enable-source-maps')] as const;
  // In its own folder, so it does not read a developer's .env file.
  const [file, ...rest] = program ?? own;
  const child = spawn(file, rest, {
    env: whole,
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  // Not `exit`, which may come before all output has been read.
  const exited = once(child, 'close') as Promise<[number | null]>;
  void exited.then(keepLog(() => output));

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
