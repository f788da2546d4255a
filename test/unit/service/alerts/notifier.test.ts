import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNotifier, type Alert } from '../../../../service/alerts/notifier.ts';
import type { Mail } from '../../../../service/mail/mailer.ts';
import { createLog } from '../../../../service/server/log.ts';
import { startWebhook, webhookSecret, type Webhook } from '../../../support/webhook.ts';

let webhook: Webhook;
let lines: string;

beforeEach(async () => {
  webhook = await startWebhook();
  lines = '';
});
afterEach(() => webhook.stop());

const alert: Alert = {
  cause: 'store',
  isOver: false,
  isOwn: true,
  title: 'The store cannot be used',
  text: 'Disk <full> & read-only.',
  operators: ['op@example.com', 'not an address'],
};

function start(webhookUrl: string | undefined, mails: Mail[] = [], accepts = () => true) {
  const log = createLog('info', { write: (line: string) => void (lines += line) });
  return createNotifier({
    webhookUrl,
    mailer: { send: (mail) => Promise.resolve(accepts() && mails.push(mail) > 0) },
    publicUrl: 'https://alt.example.com',
    log,
    retryMs: [1, 1, 1],
  });
}

test('posts JSON that Slack and ntfy understand, and sends an e-mail to each operator', async () => {
  const mails: Mail[] = [];
  const notifier = start(webhook.url, mails);
  void notifier.send(alert);
  await notifier.close();
  expect(webhook.messages).toHaveLength(1);
  expect(webhook.messages[0]).toMatchObject({
    url: `/services/${webhookSecret}`,
    headers: {
      'content-type': 'application/json',
      'x-template': 'yes',
      'x-message': '{{.text}}',
    },
    body: {
      text: expect.stringMatching(
        /^Altscribe: The store cannot be used\nDisk &lt;full&gt; &amp; read-only\.\nhttps:\/\/alt\.example\.com\/dashboard\/health\n\(from .+\)$/,
      ) as unknown,
    },
  });
  expect(mails).toMatchObject([
    { to: 'op@example.com', subject: 'Altscribe: The store cannot be used' },
  ]);
  expect(mails[0]?.text).toContain('Disk <full> & read-only.');
});

test('an alert about an account links to it', async () => {
  const mails: Mail[] = [];
  const notifier = start(webhook.url, mails);
  void notifier.send({ ...alert, path: '/dashboard/owners/a%40b.de/accounts/a%40b.de' });
  await notifier.close();
  const link = /\nhttps:\/\/alt\.example\.com\/dashboard\/owners\/a%40b\.de\/accounts\/a%40b\.de\n/;
  expect(mails[0]?.text).toMatch(link);
  expect(webhook.texts()[0]).toMatch(link);
  expect(webhook.texts()[0]).not.toContain('/dashboard/health');
});

test('an alert that this process decided on is sent once an hour, and once when it is over', async () => {
  const notifier = start(webhook.url);
  void notifier.send({ ...alert, isOver: true });
  for (let i = 0; i < 3; i++) void notifier.send(alert);
  for (let i = 0; i < 3; i++) void notifier.send({ ...alert, title: 'Resolved', isOver: true });
  void notifier.send(alert);
  await notifier.close();
  expect(
    webhook
      .texts()
      .map((text) => text.split('\n')[0])
      .sort(),
  ).toEqual(['Altscribe: Resolved', 'Altscribe: The store cannot be used']);
  // An alert that the storage decided on is always sent.
  const second = start(webhook.url);
  for (let i = 0; i < 2; i++) void second.send({ ...alert, isOwn: false });
  await second.close();
  expect(webhook.messages).toHaveLength(4);
});

test('a failure is retried and logged once, without the address', async () => {
  webhook.answer(503, 500, 200);
  const notifier = start(webhook.url);
  void notifier.send(alert);
  await notifier.close();
  expect(lines.match(/not sent/g)).toHaveLength(1);
  expect(lines).toContain('ALERT_WEBHOOK_URL answers with status 503');
  expect(lines).toContain('alert sent after all');
  expect(lines).not.toContain(webhookSecret);
});

test('gives up on an unreachable webhook after some attempts, without logging the address', async () => {
  webhook.stop();
  const notifier = start(webhook.url, [], () => false);
  const sending = notifier.send(alert);
  await notifier.close();
  expect(await sending).toBe(false);
  expect(lines.match(/"msg":"alert not sent, trying again"/g)).toHaveLength(2);
  expect(lines.match(/"msg":"alert not sent: given up"/g)).toHaveLength(2);
  expect(lines).toContain('ALERT_WEBHOOK_URL cannot be reached (ECONNREFUSED)');
  expect(lines).toContain('check SMTP_URL and MAIL_FROM');
  expect(lines).not.toContain(webhookSecret);
});

test('if one of two ways works, the alert is delivered, and not sent that way again', async () => {
  const attempts: boolean[] = [];
  const notifier = start(webhook.url, [], () => attempts.push(false) < 0);
  expect(await notifier.send(alert)).toBe(true);
  await notifier.close();
  expect(webhook.messages).toHaveLength(1);
  expect(attempts).toHaveLength(4);
  expect(await start(undefined).send({ ...alert, operators: [] })).toBeUndefined();
});

test('an alert that was given up is sent when its problem occurs again', async () => {
  webhook.answer(503, 503, 503, 503, 200);
  const notifier = start(webhook.url);
  const one = { ...alert, operators: [] };
  expect(await notifier.send(one)).toBe(false);
  expect(await notifier.send(one)).toBe(true);
  expect(await notifier.send(one)).toBeUndefined();
  await notifier.close();
  expect(webhook.messages).toHaveLength(5);
});

test('an alert that waits for another attempt is dropped once it is over, and not delivered at a stop', async () => {
  webhook.answer(503, 503, 200, 503);
  const log = createLog('info', { write: (line: string) => void (lines += line) });
  const notifier = createNotifier({
    ...{ webhookUrl: webhook.url, mailer: undefined, publicUrl: undefined, log },
    retryMs: [300, 600_000],
  });
  const begun = notifier.send({ ...alert, operators: [] });
  await expect.poll(() => lines).toContain('trying again');
  // Its own second attempt is not dropped with the alert.
  expect(await notifier.send({ ...alert, isOver: true, title: 'It is over' })).toBe(true);
  expect(await begun).toBeUndefined();
  expect(webhook.texts().at(-1)).toContain('It is over');
  const waiting = notifier.send({ ...alert, cause: 'providers' });
  await expect.poll(() => webhook.messages.length).toBe(5);
  await notifier.close();
  expect(await waiting).toBe(false);
});

test('a user and password in the address are sent as Basic credentials', async () => {
  const url = webhook.url.replace('http://', 'http://me:p%40ss@');
  const { sent, failed } = await start(url).test([]);
  expect({ sent, failed }).toEqual({ sent: ['webhook'], failed: [] });
  const credentials = Buffer.from('me:p@ss').toString('base64');
  expect(webhook.messages[0]?.headers.authorization).toBe(`Basic ${credentials}`);
});

test('a test message reports why each way failed', async () => {
  webhook.answer(404);
  const { sent, failed } = await start(webhook.url).test(alert.operators);
  expect(sent).toEqual(['e-mail to op@example.com']);
  expect(failed).toEqual(['webhook: ALERT_WEBHOOK_URL answers with status 404: check it']);
});
