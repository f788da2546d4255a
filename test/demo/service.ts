import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { serviceProcess } from '../support/service.ts';

export interface ServiceOptions {
  /** Folder of its store, and its working folder, so it uses no other `.env` or `./data`. */
  readonly dataDir: string;
  /** Its configuration; see service/config/config.ts. */
  readonly env: Readonly<Record<string, string>>;
  /** Called with every line of the log. */
  readonly onLog: (entry: LogEntry) => void;
}

/** A line of the service's log, from pino. */
export type LogEntry = Readonly<Record<string, string | number | undefined>>;

/** The built service, running as a child process. */
export interface Service {
  /** Without a slash at the end. */
  readonly url: string;
  /** Rejects with its last output when the process ends. */
  readonly crashed: Promise<never>;
}

/**
 * Starts the built service on a free port of 127.0.0.1 and waits until it accepts calls.
 *
 * @throws Error with its last output if it does not start.
 */
export async function startService({ dataDir, env, onLog }: ServiceOptions): Promise<Service> {
  const process = serviceProcess({ ...env, HOST: '127.0.0.1', DATA_DIR: dataDir });
  const child = spawn(process.command, process.args, {
    cwd: dataDir,
    env: process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let lastWords = '';
  child.stderr.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-2_000);
  });
  const crashed = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      reject(new Error(`The service ended (${signal ?? code}). ${lastWords}`.trim()));
    });
  });
  // The caller handles this rejection later, in a race.
  crashed.catch(() => undefined);

  const listening = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const entry = JSON.parse(line) as LogEntry;
      if (entry.msg === 'listening') resolve(`http://127.0.0.1:${String(entry.port)}`);
      onLog(entry);
    });
  });
  return { url: await Promise.race([listening, crashed]), crashed };
}
