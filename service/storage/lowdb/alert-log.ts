import pLimit from 'p-limit';
import * as z from 'zod';
import {
  alertClaimMs,
  alertPauseMs,
  alertReminderMs,
  type AlertLog,
} from '../interfaces/storage-backend.ts';
import { durableJsonFile } from './durable-json-file.ts';

const schema = z.object({
  version: z.literal(1),
  /** By their causes. */
  alerts: z.record(z.string(), z.object({ sent_at: z.iso.datetime(), is_open: z.boolean() })),
});

type Alerts = z.infer<typeof schema>['alerts'];

const monthMs = 30 * 86_400_000;

/**
 * Stores alerts in one file. It is read when it is first needed; a file that cannot be read is
 * replaced, because alerts are no reason not to start.
 */
export function createAlertLog(path: string): AlertLog {
  const file = durableJsonFile(path, schema);
  const oneAtATime = pLimit(1);
  let known: Alerts | undefined;
  /**
   * When the claims of those told to send an alert end, by cause. No other process uses the file.
   */
  const claims = new Map<string, number>();

  async function read(): Promise<Alerts> {
    return (known ??= (await file.read().catch(() => null))?.alerts ?? {});
  }

  async function write(alerts: Alerts): Promise<true> {
    await file.write({ version: 1, alerts });
    known = alerts;
    return true;
  }

  function change(cause: string, fields: Partial<Alerts[string]>): Promise<void> {
    return oneAtATime(async () => {
      claims.delete(cause);
      const alerts = await read();
      const before = alerts[cause];
      if (before) await write({ ...alerts, [cause]: { ...before, ...fields } });
    });
  }

  return {
    raise: (cause) =>
      oneAtATime(async () => {
        const alerts = await read();
        const now = Date.now();
        const ageOf = ({ sent_at: sentAt }: { sent_at: string }) => now - Date.parse(sentAt);
        const before = alerts[cause];
        const pauseMs = before?.is_open ? alertReminderMs : alertPauseMs;
        // A time in the future came from a wrong clock.
        if (before && ageOf(before) >= 0 && ageOf(before) < pauseMs) return false;
        if (performance.now() < (claims.get(cause) ?? 0)) return false;
        const recent = Object.entries(alerts).filter(([, alert]) => ageOf(alert) < monthMs);
        // The alert is due until it is delivered, even after a restart.
        const sentAt = new Date(now - alertReminderMs).toISOString();
        const raised = { sent_at: sentAt, is_open: true };
        await write({ ...Object.fromEntries(recent), [cause]: raised });
        claims.set(cause, performance.now() + alertClaimMs);
        return true;
      }),

    resolve: (cause) =>
      oneAtATime(async () => {
        const alerts = await read();
        const before = alerts[cause];
        if (!before?.is_open) return false;
        claims.delete(cause);
        return write({ ...alerts, [cause]: { ...before, is_open: false } });
      }),

    delivered: (cause) => change(cause, { sent_at: new Date().toISOString() }),

    undelivered: (cause, isOver) => change(cause, isOver ? { is_open: true } : {}),

    listOpen: () =>
      oneAtATime(async () => {
        const alerts = Object.entries(await read());
        return alerts.filter(([, { is_open: isOpen }]) => isOpen).map(([cause]) => cause);
      }),
  };
}
