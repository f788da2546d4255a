import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { executeCommand } from '../../service/cli/execute-command.ts';
import { serviceProcess } from './service.ts';

/** Environment variables; undefined ones are not set. */
type Variables = Record<string, string | undefined>;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a service that should exit on its own. */
export function runService(env: Record<string, string>, cwd: string): Promise<Ended> {
  return runToEnd('main.js', [], env, cwd);
}

/** Runs an `altscribe` command on a DATA_DIR. */
export function runCli(dataDir: string, ...args: string[]): Promise<Ended> {
  return runToEnd('cli/main.js', args, { DATA_DIR: dataDir }, dataDir);
}

/** Runs an `altscribe` command in a new folder, with providers or other settings. */
export function runCliWith(env: Variables, folder: string, ...args: string[]): Promise<Ended> {
  return runToEnd('cli/main.js', args, { DATA_DIR: folder, ...env }, folder);
}

/** Like `runCli` with `--json`; returns what it printed. */
export async function runCliJson(dataDir: string, ...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runCli(dataDir, ...args, '--json');
  if (code !== 0) throw new Error(`altscribe ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

/**
 * The result of a command on the store, without the process that only a test of arguments, output or exit
 * codes needs. Takes what `runCliJson` takes.
 */
export async function runHere(dataDir: string, ...args: string[]): Promise<unknown> {
  const [group, name, ...flags] = args;
  const options: Record<string, string | undefined> = {};
  for (let n = 0; n < flags.length; n += 2) {
    options[flags[n]?.slice(2).replaceAll('-', '_') ?? ''] = flags[n + 1];
  }
  const config = { dataDir, databaseUrl: undefined };
  return JSON.parse(JSON.stringify(await executeCommand(config, `${group} ${name}`, options)));
}

/** Starts an `altscribe` command, which the test must end. */
export function startCli(env: Record<string, string>, folder: string, ...args: string[]) {
  return start('cli/main.js', args, { DATA_DIR: folder, ...env }, folder);
}

async function runToEnd(...what: Parameters<typeof start>): Promise<Ended> {
  const child = start(...what);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

function start(script: string, args: readonly string[], env: Variables, cwd: string) {
  const { command, env: whole } = serviceProcess(env);
  const path = join(import.meta.dirname, '../../build/service', script);
  return spawn(command, [path, ...args], { env: whole, cwd, stdio: 'pipe' });
}
