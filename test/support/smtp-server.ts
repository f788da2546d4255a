import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** An e-mail that the server has accepted. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Whether the connection was encrypted. */
  readonly secure: boolean;
  readonly raw: string;
}

/** A real SMTP server in its own process. */
export interface SmtpServer {
  readonly port: number;
  /** Everything accepted so far. */
  readonly mails: readonly ReceivedMail[];
  /** Waits for the only e-mail to an address. */
  mailTo(address: string): Promise<ReceivedMail>;
  stop(): Promise<void>;
}

/** @param password of every user; without it, nobody signs in */
export async function startSmtpServer(password?: string): Promise<SmtpServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'smtp-server-process.js')], {
    env: { ...process.env, ...(password !== undefined && { SMTP_PASSWORD: password }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const mails: ReceivedMail[] = [];
  const arrivals = new EventEmitter();
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The SMTP server did not start.')));
    createInterface(child.stdout).on('line', (line) => {
      const { port, ...mail } = JSON.parse(line) as ReceivedMail & { port?: number };
      if (port !== undefined) resolve(port);
      else {
        mails.push(mail);
        arrivals.emit('mail');
      }
    });
  });
  return {
    port,
    mails,
    async mailTo(address) {
      const signal = AbortSignal.timeout(15_000);
      const find = () => mails.filter(({ to }) => to.includes(address));
      while (find().length === 0) await once(arrivals, 'mail', { signal });
      const [mail, another] = find();
      if (!mail || another) throw new Error(`${address} got several e-mails.`);
      return mail;
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

/** The subject and the text of an e-mail, decoded, and the path of its link. */
export function readMail({ raw }: ReceivedMail) {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const body = rest.join('\n\n');
  const text = /quoted-printable/.test(head)
    ? body
        .replace(/=\r?\n/g, '')
        .replace(/(?:=[0-9A-F]{2})+/g, (bytes) =>
          Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
        )
    : body;
  const [, subject = ''] = /^Subject: (.*(?:\r\n .*)*)/m.exec(head) ?? [];
  const [link = ''] = /https?:\/\/\S+/.exec(text) ?? [];
  return { head, subject: subject.replace(/\r\n /g, ' '), text, link };
}
