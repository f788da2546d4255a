import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { healthPath } from '../accounts/dashboard-paths.ts';
import { createPendingTasks, runWithTimeout } from '../concurrency/pending-tasks.ts';
import type { Mailer } from '../mail/mailer.ts';

/** A message to operators. It contains no secrets. */
export interface Alert {
  readonly cause: string;
  /** The account that it is about, if any. */
  readonly user?: string | undefined;
  /** Whether the problem is over. */
  readonly isOver: boolean;
  /** Whether a process decided on its own that it is due, because the storage fails. */
  readonly isOwn: boolean;
  readonly title: string;
  readonly text: string;
  /** The page of the dashboard to open; Health by default. */
  readonly path?: string | undefined;
  /** Their e-mail addresses. */
  readonly operators: readonly string[];
}

/** The ways in which a test alert was sent, and a sentence for each that failed. */
export interface TestResult {
  readonly sent: readonly string[];
  readonly failed: readonly string[];
}

/** Sends alerts to operators. */
export interface Notifier {
  /**
   * Sends an alert in the background, unless this machine has just sent it. Failures are retried.
   * @returns whether it was delivered; nothing if it has no recipient, or if a later alert with the
   *   same cause is sent instead. It never rejects
   */
  send(alert: Alert): Promise<boolean | undefined>;
  /** Sends a test alert immediately, without retries. */
  test(operators: readonly string[]): Promise<TestResult>;
  /** Waits some seconds for alerts that are being sent; the others are not delivered. */
  close(): Promise<void>;
}

/** Sends alerts, in this process or another one. */
export type AlertSender = Pick<Notifier, 'send' | 'close'>;

interface NotifierOptions {
  readonly webhookUrl: string | undefined;
  /** Sends e-mails and logs nothing; a failure is logged here, once. */
  readonly mailer: Pick<Mailer, 'send'> | undefined;
  /** The address of the dashboard, for a link. */
  readonly publicUrl: string | undefined;
  readonly log: Logger;
  /** Pauses before it is sent again, in milliseconds. */
  readonly retryMs?: readonly number[];
}

/** Together about a quarter of an hour: longer than a server takes to restart. */
const defaultRetryMs = [5_000, 30_000, 120_000, 600_000];

/** How long a webhook may take, and how long a stop waits for messages, in milliseconds. */
const timeoutMs = 10_000;
export const closeMs = 2_000;

const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** Sends alerts to the webhook, and to each operator. */
export function createNotifier({
  webhookUrl,
  mailer,
  publicUrl,
  log,
  retryMs = defaultRetryMs,
}: NotifierOptions): Notifier {
  const tasks = createPendingTasks();
  const stopping = new AbortController();
  /** The alerts of processes that decided on their own. */
  const own = new Map<string, { isOpen: boolean; sentAt: number }>();
  /** The last alert of each cause that is being sent. */
  const last = new Map<string, Alert>();
  /** Functions that stop waiting for alerts that are being sent. */
  const giveUp = new Set<() => void>();

  /** At most once an hour, and once a day while the problem lasts, as in the storage. */
  function isDue({ cause, isOver, isOwn }: Alert): boolean {
    if (!isOwn) return true;
    const before = own.get(cause);
    if (isOver) {
      if (!before?.isOpen) return false;
      before.isOpen = false;
      return true;
    }
    const age = performance.now() - (before?.sentAt ?? -Infinity);
    if (age < (before?.isOpen ? dayMs : hourMs)) return false;
    own.set(cause, { isOpen: true, sentAt: performance.now() });
    return true;
  }

  /** An alert that was not delivered is due again. */
  function forget({ cause, isOver }: Alert): void {
    const before = own.get(cause);
    if (!isOver) own.delete(cause);
    else if (before) before.isOpen = true;
  }

  function describe({ title, text, path = healthPath }: Alert): { subject: string; body: string } {
    const link = publicUrl ? `\n${publicUrl}${path}` : '';
    return { subject: `Altscribe: ${title}`, body: `${text}${link}\n(from ${hostname()})` };
  }

  /** The ways to send an alert. Each returns why it failed, or nothing. */
  function waysFor(alert: Alert): { name: string; send: () => Promise<string | undefined> }[] {
    const { subject, body } = describe(alert);
    const ways = alert.operators
      .filter((address) => mailer && address.includes('@'))
      .map((to) => ({
        name: `e-mail to ${to}`,
        send: async () =>
          (await mailer?.send({ to, subject, text: body }))
            ? undefined
            : 'the mail server did not accept it: check SMTP_URL and MAIL_FROM',
      }));
    if (webhookUrl === undefined) return ways;
    const post = () => postToWebhook(webhookUrl, `${subject}\n${body}`);
    return [{ name: 'webhook', send: post }, ...ways];
  }

  async function sendWithRetry(
    send: () => Promise<string | undefined>,
    alert: Alert,
  ): Promise<boolean | undefined> {
    const about = describeForLog(alert);
    for (const [attempt, pauseMs] of [0, ...retryMs].entries()) {
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(
        () => undefined,
      );
      if (stopping.signal.aborted) return false;
      // A problem must not be announced after its resolution.
      if (attempt > 0 && last.get(alert.cause) !== alert) return undefined;
      const reason = await send();
      if (reason === undefined) {
        if (attempt > 0) log.info({ ...about, attempt: attempt + 1 }, 'alert sent after all');
        return true;
      }
      if (attempt === 0) log.error({ ...about, reason }, 'alert not sent, trying again');
    }
    log.error(about, 'alert not sent: given up');
    return false;
  }

  /** Resolves as soon as one way has delivered the alert, or all have failed. */
  function sendAllWays(alert: Alert): Promise<boolean | undefined> {
    last.set(alert.cause, alert);
    const ways = waysFor(alert).map(({ send }) => sendWithRetry(send, alert));
    const all = Promise.all(ways).then((delivered) => {
      if (last.get(alert.cause) === alert) last.delete(alert.cause);
      return delivered.includes(false) ? false : undefined;
    });
    tasks.add(all);
    return new Promise((resolve) => {
      const stop = () => resolve(false);
      giveUp.add(stop);
      for (const way of ways) void way.then((isDelivered) => isDelivered && resolve(true));
      void all.then((isDelivered) => {
        giveUp.delete(stop);
        resolve(isDelivered);
      });
    });
  }

  return {
    async send(alert) {
      if (!isDue(alert)) return undefined;
      log.warn(describeForLog(alert), 'alert');
      const isDelivered = await sendAllWays(alert);
      if (alert.isOwn && isDelivered === false) forget(alert);
      return isDelivered;
    },

    async test(operators) {
      const alert = {
        ...{ cause: 'test', isOver: false, isOwn: true, operators },
        ...{ title: 'Test alert', text: 'Alerts of this service arrive here.' },
      };
      const sent: string[] = [];
      const failed: string[] = [];
      for (const { name, send } of waysFor(alert)) {
        const reason = await send();
        if (reason === undefined) sent.push(name);
        else failed.push(`${name}: ${reason}`);
      }
      return { sent, failed };
    },

    async close() {
      await runWithTimeout(() => tasks.settled(), { ms: closeMs, onStop: () => undefined });
      stopping.abort();
      for (const stop of giveUp) stop();
    },
  };
}

/** The cause names the account, which has its own field. */
function describeForLog({ cause, isOver: resolved, user }: Alert) {
  return user === undefined ? { cause, resolved } : { cause: cause.split(':')[0], user, resolved };
}

/**
 * Posts a message as JSON, in the form of Slack's incoming webhooks. ntfy takes the text from the
 * same body, by the template in the headers; other servers ignore those. The address is a secret,
 * so the reason never contains it.
 * @returns why it failed; nothing if it succeeded
 */
async function postToWebhook(address: string, text: string): Promise<string | undefined> {
  try {
    const url = new URL(address);
    const { username, password } = url;
    // `fetch` refuses addresses with a password.
    url.username = url.password = '';
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Template': 'yes',
        'X-Message': '{{.text}}',
        ...(username && { Authorization: authorization }),
      },
      body: JSON.stringify({ text: escapeForSlack(text) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return response.ok
      ? undefined
      : `ALERT_WEBHOOK_URL answers with status ${response.status}: check it`;
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') {
      return 'ALERT_WEBHOOK_URL does not answer in time';
    }
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    return `ALERT_WEBHOOK_URL cannot be reached${code}`;
  }
}

/** Slack reads these characters as links and mentions. */
function escapeForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
