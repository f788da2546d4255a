import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Lets Node run TypeScript, whatever folder it is started in. */
const typeScript = import.meta.resolve('tsx');

const stopTimeoutMs = 8_000;

/**
 * Runs a TypeScript file, the stage, and all that it starts as one process group with one folder for
 * all temporary files, and ends this process when the stage ends or a signal asks for it: with
 * nothing left of either.
 */
export async function supervise(stageFile: URL): Promise<never> {
  // Not awaited, so that no signal comes between this and the handlers below.
  const folder = mkdtempSync(join(tmpdir(), 'altscribe-demo-'));
  const stage = spawn(process.execPath, ['--import', typeScript, fileURLToPath(stageFile)], {
    // A group of its own: Ctrl-C in the terminal reaches this process only, which ends the group.
    detached: true,
    // Standard input tells the stage when this process dies; the fourth channel, when it is ready.
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, TMPDIR: folder },
  });
  const group = stage.pid;
  const seen: { ready?: true; signal?: NodeJS.Signals } = {};
  stage.once('message', () => {
    seen.ready = true;
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (seen.signal) return;
      seen.signal = signal;
      console.log('\nStopping.');
      signalGroup(group, 'SIGTERM');
    });
  }

  await once(stage, 'exit');
  await endGroup(group);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  if (!seen.signal) process.exit(stage.exitCode ?? 1);
  // Ctrl-C is how a running demo is meant to end; before it runs, it is an interruption.
  process.exit(seen.ready ? 0 : 128 + constants.signals[seen.signal]);
}

/** For the stage, first of all: ends the group when the supervisor dies unexpectedly. */
export function endWithSupervisor(): void {
  process.stdin.resume().once('end', () => process.kill(-process.pid, 'SIGTERM'));
}

/** For the stage: from now on, being asked to stop is no interruption. */
export function tellReady(): void {
  process.send?.('ready');
}

async function endGroup(group: number | undefined): Promise<void> {
  const deadline = Date.now() + stopTimeoutMs;
  while (signalGroup(group, 'SIGTERM') && Date.now() < deadline) await sleep(100);
  signalGroup(group, 'SIGKILL');
}

/** Whether there was still a process in the group. */
function signalGroup(group: number | undefined, signal: NodeJS.Signals): boolean {
  try {
    return group !== undefined && process.kill(-group, signal);
  } catch {
    return false;
  }
}
