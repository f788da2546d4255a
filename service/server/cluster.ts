import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { closeMs, type Alert, type AlertSender } from '../alerts/notifier.ts';
import { createPendingTasks, runWithTimeout } from '../concurrency/pending-tasks.ts';

interface AlertMessage {
  readonly type: 'altscribe:alert';
  /** The id of the alert, in its worker. */
  readonly id: number;
  readonly alert: Alert;
}

/** The result of sending an alert. */
interface DeliveryMessage {
  readonly type: 'altscribe:delivery';
  readonly id: number;
  readonly isDelivered?: boolean | undefined;
}

/** In the primary: sends the alerts of all workers, and reports the result of each. */
export function sendAlertsOfWorkers({ send }: AlertSender): void {
  cluster.on('message', (worker, { type, id = 0, alert }: Partial<AlertMessage>) => {
    if (type !== 'altscribe:alert' || !alert) return;
    void send(alert).then((isDelivered) => {
      const message: DeliveryMessage = { type: 'altscribe:delivery', id, isDelivered };
      // The worker may be gone: the alert is due again after a while.
      if (worker.isConnected()) worker.send(message, () => undefined);
    });
  });
}

/** In a worker: has the primary send alerts. */
export function createPrimarySender(): AlertSender {
  const waiting = new Map<number, (isDelivered: boolean | undefined) => void>();
  const tasks = createPendingTasks();
  let sent = 0;
  process.on('message', ({ type, id = 0, isDelivered }: Partial<DeliveryMessage>) => {
    if (type !== 'altscribe:delivery') return;
    waiting.get(id)?.(isDelivered);
    waiting.delete(id);
  });
  return {
    send(alert) {
      const message: AlertMessage = { type: 'altscribe:alert', id: (sent += 1), alert };
      const delivery = new Promise<boolean | undefined>((resolve) => {
        waiting.set(message.id, resolve);
      });
      tasks.add(delivery);
      // The primary may be gone, and the worker ends then, too.
      process.send?.(message, undefined, undefined, () => undefined);
      return delivery;
    },

    async close() {
      await runWithTimeout(() => tasks.settled(), { ms: closeMs, onStop: () => undefined });
      for (const resolve of waiting.values()) resolve(false);
    },
  };
}

/** Pauses before a worker is replaced, in milliseconds: each twice as long as the one before. */
const firstBackoffMs = 100;
const longestBackoffMs = 10_000;

/** A worker that has run this long died for another reason than its predecessors. */
const stableMs = 10_000;

/**
 * Runs the service in several processes that share its port, and replaces one that dies. SIGTERM,
 * SIGINT and SIGHUP are passed on to all. When all have exited, this process exits: with 0, or with 1
 * if one of them did not stop cleanly. The first worker starts alone: if it cannot start, the others
 * could not either, so the reason is stated once, and this process exits with 1.
 * @param close ends the other work of this process, once all have exited
 */
export function superviseWorkers(
  count: number,
  log: Logger,
  close: () => Promise<void> | undefined,
): void {
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
      // It may have exited before it read the message, which does no harm.
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
    // A worker that exits on its own has logged the reason.
    if (died.code === null) log.fatal(died, 'the first worker died before it was listening');
    process.exit(1);
  }

  function endAfterTheLast(died?: { code: number | null }): void {
    if (died && died.code !== 0) {
      log.error(died, 'worker did not stop cleanly');
      process.exitCode = 1;
    }
    if (workers.size === 0) void Promise.resolve(close()).then(() => process.exit());
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
