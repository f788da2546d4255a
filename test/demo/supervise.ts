import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Lets Node.js run TypeScript in any working folder. */
const typeScript = import.meta.resolve('tsx');

const stopTimeoutMs = 8_000;

/**
 * Runs a TypeScript file, the stage, in a process group with one folder for temporary files. When the stage ends
 * or a signal arrives, ends the whole group and this process, and removes the folder.
 */
export async function supervise(stageFile: URL): Promise<never> {
  // Synchronous, so no signal can arrive before the handlers below are set.
  const folder = mkdtempSync(join(tmpdir(), 'altscribe-demo-'));
  const stage = spawn(process.execPath, ['--import', typeScript, fileURLToPath(stageFile)], {
    // In its own group, so Ctrl-C in the terminal only reaches this process, which ends the group.
    detached: true,
    // When standard input ends, the stage knows that this process died. The fourth channel reports
    // that the stage is ready.
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
  // Ctrl-C is the normal end of a running demo, but an interruption while it is starting.
  process.exit(seen.ready ? 0 : 128 + constants.signals[seen.signal]);
}

/** The stage must call this first: it ends the group if the supervisor dies unexpectedly. */
export function endWithSupervisor(): void {
  process.stdin.resume().once('end', () => process.kill(-process.pid, 'SIGTERM'));
}

/** The stage calls this when stopping it is no longer an interruption. */
export function tellReady(): void {
  process.send?.('ready');
}

async function endGroup(group: number | undefined): Promise<void> {
  const deadline = Date.now() + stopTimeoutMs;
  while (signalGroup(group, 'SIGTERM') && Date.now() < deadline) await sleep(100);
  signalGroup(group, 'SIGKILL');
}

/** Whether the group still had a process. */
function signalGroup(group: number | undefined, signal: NodeJS.Signals): boolean {
  try {
    return group !== undefined && process.kill(-group, signal);
  } catch {
    return false;
  }
}
