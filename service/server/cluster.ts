import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { Alert } from '../alerts/notifier.ts';

interface AlertMessage {
  readonly type: 'altscribe:alert';
  readonly alert: Alert;
}

/** In the primary: sends the alerts of all workers. */
export function sendAlertsOfWorkers(send: (alert: Alert) => void): void {
  cluster.on('message', (_worker, message: Partial<AlertMessage>) => {
    if (message.type === 'altscribe:alert' && message.alert) send(message.alert);
  });
}

/** In a worker: has the primary send an alert. */
export function sendAlertByPrimary(alert: Alert): void {
  const message: AlertMessage = { type: 'altscribe:alert', alert };
  // The primary may be gone, and the worker ends then, too.
  process.send?.(message, undefined, undefined, () => undefined);
}

/** Pauses before a worker is replaced, in milliseconds: each twice as long as the one before. */
const firstBackoffMs = 100;
const longestBackoffMs = 10_000;

/** A worker that has run this long died of something else than its predecessors. */
const stableMs = 10_000;

/**
 * Runs the service in several processes that share its port, and replaces one that dies. SIGTERM,
 * SIGINT and SIGHUP are passed on to all. When all have exited, this process exits: with 0, or with 1
 * if one of them did not stop cleanly. The first worker starts alone: if it cannot start, the others
 * could not either, so the reason is stated once, and this process exits with 1.
 */
export function superviseWorkers(count: number, log: Logger): void {
  const workers = new Set<Worker>();
  let hasStarted = false;
  let isStopping = false;

  function start(backoffMs = firstBackoffMs): void {
    const worker = cluster.fork();
    const startedAt = performance.now();
    workers.add(worker);
    worker.once('listening', () => {
      if (hasStarted) return;
      hasStarted = true;
      for (let i = 1; i < count; i++) start();
    });
    worker.once('exit', end);
    worker.on('error', (error) => {
      // It may have exited before it read a message; that does no harm.
      log.warn({ err: error }, 'message to worker failed');
      if (worker.process.pid === undefined) end(null, null);
    });

    function end(code: number | null, signal: string | null): void {
      workers.delete(worker);
      const died = { worker: worker.process.pid, code, signal };
      const isStable = performance.now() - startedAt >= stableMs;
      if (isStopping) endAfterTheLast(died);
      else if (hasStarted) replace(died, isStable ? firstBackoffMs : backoffMs);
      else fail(died);
    }
  }

  function replace(died: object, backoffMs: number): void {
    log.error({ ...died, backoffMs }, 'worker died, starting another');
    setTimeout(() => {
      if (!isStopping) start(Math.min(longestBackoffMs, backoffMs * 2));
    }, backoffMs);
  }

  function fail(died: { code: number | null }): void {
    // A worker that exits by itself has stated the reason.
    if (died.code === null) log.fatal(died, 'the first worker died before it was listening');
    process.exit(1);
  }

  function endAfterTheLast(died?: { code: number | null }): void {
    if (died && died.code !== 0) {
      log.error(died, 'worker did not stop cleanly');
      process.exitCode = 1;
    }
    if (workers.size === 0) process.exit();
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isStopping = true;
      for (const worker of workers) worker.process.kill(signal);
      endAfterTheLast();
    });
  }
  start();
}
