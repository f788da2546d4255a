import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { createPendingTasks, runWithTimeout } from '../concurrency/pending-tasks.ts';

/** How e-mails are sent. */
export interface MailConfig {
  /** `smtp://` or `smtps://`, with user and password if the server needs them. */
  readonly smtpUrl: string;
  /** The sender: an address, or `Name <address>`. */
  readonly from: string;
}

export interface Mail {
  /** An e-mail address. */
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Sends e-mails through an SMTP server. */
export interface Mailer {
  /**
   * Sends an e-mail; a failure is logged.
   * @returns whether the server has accepted it
   */
  send(mail: Mail): Promise<boolean>;
  /**
   * Sends an e-mail in the background, so the time that it takes reveals nothing about its
   * recipient.
   */
  sendLater(mail: Mail): void;
  /** Connects and signs in. @throws an error of the server or the connection */
  verify(): Promise<void>;
  /** Waits some seconds for e-mails that are being sent. */
  close(): Promise<void>;
}

/** How long the server may take, in milliseconds: a browser is waiting for some e-mails. */
const timeoutMs = 10_000;

/** A password is only sent to another machine if the connection is encrypted. */
export function createMailer({ smtpUrl, from }: MailConfig, log: Logger): Mailer {
  const { username, hostname } = new URL(smtpUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const transport = createTransport(
    {
      url: smtpUrl,
      requireTLS: username !== '' && !isLocal,
      // A mail server on the same machine usually has a certificate for another name.
      tls: { rejectUnauthorized: !isLocal },
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  );
  const tasks = createPendingTasks();

  async function send({ to, subject, text }: Mail): Promise<boolean> {
    const logged = { user: to, subject: withoutAddresses(subject) };
    try {
      await transport.sendMail({ to: { name: '', address: to }, subject, text });
      log.info(logged, 'e-mail sent');
      return true;
    } catch (error) {
      const reason = error instanceof Error ? withoutAddresses(error.message) : '';
      log.error({ ...logged, reason }, 'e-mail not sent: check SMTP_URL and MAIL_FROM');
      return false;
    }
  }

  return {
    send,
    sendLater: (mail) => tasks.add(send(mail)),
    async verify() {
      await transport.verify();
    },
    async close() {
      await runWithTimeout(() => tasks.settled(), { ms: timeoutMs, onStop: () => undefined });
      transport.close();
    },
  };
}

/** The log may have to leave out addresses. Servers repeat them in errors, and some subjects name a user. */
function withoutAddresses(text: string): string {
  return text.slice(0, 1_000).replace(/\S+@\S+/g, '…');
}
