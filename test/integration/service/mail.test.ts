import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createOwner,
  createVisitor,
  goodPassword,
  quickPasswords,
  signIn,
} from '../../support/dashboard-visitor.ts';
import { onEachStorage } from '../../support/each-storage.ts';
import { readExample } from '../../support/doc-examples.ts';
import {
  newImage,
  providerEnv,
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';
import { answer, content, unreadableImage } from '../../support/faults.ts';
import { status, text, type Behaviour } from '../../support/provider-stand-in.ts';
import { runCliWith } from '../../support/run-to-end.ts';
import { readMail, startSmtpServer, type SmtpServer } from '../../support/smtp-server.ts';
import { startWebhook, webhookSecret, type Webhook } from '../../support/webhook.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const publicUrl = 'https://alt.example.com';

// Contract tests cover the stored data on both kinds of storage.
describe('with SMTP_URL', () => {
  let smtp: SmtpServer;
  let webhook: Webhook;
  let env: Record<string, string>;
  let whole: ServiceWithProviders;
  const visitor = (headers = {}) => createVisitor(whole.service.url, headers);

  beforeAll(async () => {
    smtp = await startSmtpServer('p@ss word');
    webhook = await startWebhook();
    const { MAIL_FROM = '', PUBLIC_URL = '' } = parseEnv(
      readExample('docs/dashboard.md', 'SMTP_URL'),
    );
    env = {
      ...quickPasswords,
      ALERT_WEBHOOK_URL: webhook.url,
      MAIL_FROM,
      PUBLIC_URL,
      SMTP_URL: `smtp://mailer:${encodeURIComponent('p@ss word')}@127.0.0.1:${smtp.port}`,
    };
    whole = await startServiceWithProviders({ env, credits: 21 });
  });
  afterAll(async () => {
    await whole.dispose();
    await smtp.stop();
    webhook.stop();
  });

  const pathOf = (link: string) => link.slice(publicUrl.length);

  /** An operator, who is signed in. */
  async function newOperator(id: string) {
    const made = await whole.service.execute('operator create', { user_id: id });
    const { setup_url: url } = made as { setup_url: string };
    const operator = visitor();
    const fields = { password: goodPassword, repeat: goodPassword };
    await operator.submit(new URL(url).pathname, { email: id, ...fields });
    return operator;
  }

  test('an invitation is sent, in the language of its sender, and its link works', async () => {
    await newOperator('operator@example.com');
    const german = visitor({ 'accept-language': 'de' });
    await signIn(german, 'operator@example.com');
    const fields = { email: 'owner@example.com', plan: 'pro', credits: '5', allowance: '' };
    const page = await german.submit('/dashboard/owners', fields);
    expect(page.html).toContain('Die Einladung wurde an owner@example.com gesendet.');
    const mail = await smtp.mailTo('owner@example.com');
    expect(mail).toMatchObject({ from: 'altscribe@example.com', secure: true });
    const { subject, text, link, head } = readMail(mail);
    expect(subject).toBe('Ihre Einladung zu Altscribe');
    expect(text).toContain('Legen Sie mit diesem Link Ihr Passwort fest');
    expect(text).toContain('ein Konto auf alt.example.com: Tarif pro, Guthaben: 5 Texte.');
    const ownerPage = '/dashboard/owners/owner%40example.com';
    expect((await german.get(ownerPage)).html).toContain('wurde an owner@example.com gesendet');
    expect(head).toContain('Auto-Submitted: auto-generated');
    expect(link).toMatch(/^https:\/\/alt\.example\.com\/dashboard\/invitation\/[\w-]{43}$/);
    const owner = visitor();
    const password = { password: goodPassword, repeat: goodPassword };
    expect((await owner.submit(pathOf(link), password)).location).toBe('/dashboard');
    expect((await german.get(ownerPage)).html).not.toContain('wurde an owner@example.com gesendet');
    expect(whole.service.log()).not.toContain(pathOf(link));
  });

  test('if the mail server refuses an address, the link can be sent by hand', async () => {
    const operator = await newOperator('by-hand@example.com');
    const fields = { email: 'refused@example.com', plan: 'pro', credits: '5', allowance: '' };
    const page = await operator.submit('/dashboard/owners', fields);
    expect(page.html).toContain('The e-mail could not be sent');
    expect(page.html).toContain('/dashboard/invitation/');
    const again = await operator.get('/dashboard/owners/refused%40example.com');
    expect(again.html).toContain('The link was not sent by e-mail.');
    const why = /"reason":"[^"]*No mailbox ….*e-mail not sent: check SMTP_URL and MAIL_FROM/;
    await expect.poll(() => whole.service.log()).toMatch(why);
  });

  test('a forgotten password is replaced with the link in an e-mail', async () => {
    await createOwner(whole.service, 'forgetful@example.com');
    const guest = visitor({ host: 'evil.example.com' });
    const signInPage = await guest.get('/dashboard/sign-in');
    expect(signInPage.html).toContain('href="/dashboard/forgotten"');
    const answer = await guest.submit('/dashboard/forgotten', { email: ' Forgetful@Example.com' });
    expect(answer.location).toBe('/dashboard/sign-in?notice=linkSent');
    // Never the host that the request names.
    const { link, subject } = readMail(await smtp.mailTo('forgetful@example.com'));
    expect(subject).toBe('Set a new password for Altscribe');
    expect(link).toMatch(/^https:\/\/alt\.example\.com\/dashboard\/invitation\//);
    const password = 'another good password, and long';
    await visitor().submit(pathOf(link), { password, repeat: password });
    const again = visitor();
    const fields = { email: 'forgetful@example.com', password, next: '/dashboard/keys' };
    expect((await again.submit('/dashboard/sign-in', fields)).status).toBe(303);
  });

  test('strangers learn nothing from the form, and cannot flood a mailbox with it', async () => {
    await createOwner(whole.service, 'flooded@example.com');
    await newOperator('boss@example.com');
    const guest = visitor();
    const before = smtp.mails.length;
    const ask = (email: string) => guest.submit('/dashboard/forgotten', { email });
    const unknown = await ask('nobody@example.com');
    const known = await ask('boss@example.com');
    expect([unknown.status, unknown.location]).toEqual([known.status, known.location]);
    const { link } = readMail(await smtp.mailTo('boss@example.com'));
    expect(pathOf(link)).toMatch(/^\/dashboard\/setup\//);
    for (let i = 0; i < 5; i++) expect((await ask('flooded@example.com')).status).toBe(303);
    expect((await ask('not an address')).status).toBe(400);
    await newOperator('last@example.com');
    await ask('last@example.com');
    await smtp.mailTo('last@example.com');
    const recipients = smtp.mails.slice(before).flatMap(({ to }) => to);
    expect(recipients.filter((one) => one === 'flooded@example.com')).toHaveLength(3);
    expect(recipients).not.toContain('nobody@example.com');
  });

  test('owners hear once that credits run low, and once that none are left', async () => {
    await whole.generate();
    const low = readMail(await smtp.mailTo(whole.userId));
    expect(low.subject).toBe(`${whole.userId} has 20 credits left`);
    expect(low.link).toBe(`${publicUrl}/dashboard/usage?user=editor%40example.com`);
    // A failing call refunds the credit, and causes no further e-mail.
    await whole.generate({ image_file: 'data:image/png;base64,AAAA' });
    await Promise.all(Array.from({ length: 20 }, async () => whole.generate()));
    expect((await whole.generate({ image_file: await newImage() })).status).toBe(403);
    const subjects = () =>
      smtp.mails
        .filter(({ to }) => to.includes(whole.userId))
        .map((mail) => readMail(mail).subject);
    await expect.poll(subjects).toEqual([low.subject, `${whole.userId} has no credits left`]);
  });

  test('operators hear of accounts without credits and of providers, and when it is over', async () => {
    const alerts = () => webhook.texts().map((one) => one.split('\n')[0]);
    const credits = `Altscribe: ${whole.userId} has no credits left`;
    await expect.poll(alerts, { timeout: 10_000 }).toEqual([credits]);
    await newOperator('on-call@example.com');
    const more = { user_id: whole.userId, credits: '100' };
    await whole.service.execute('account credit', more);
    const isOpen = `Altscribe: Resolved: ${whole.userId} has no credits left`;
    await whole.generate();
    await expect.poll(alerts, { timeout: 10_000 }).toEqual([credits, isOpen]);

    // Images that no model describes are not an outage, even if one of the providers is down.
    const filtered = answer({ choices: [{ finish_reason: 'content_filter', message: {} }] }, {});
    for (const openai of [filtered, unreadableImage, status(401)]) {
      whole.providers.set({ openai, gemini: content("I'm sorry, I can't help with that.") });
      for (let i = 0; i < 2; i++) expect((await whole.generate()).status).toBe(500);
    }
    const rejected = 'Altscribe: openai rejects our API key';
    await expect.poll(alerts, { timeout: 10_000 }).toContain(rejected);
    whole.providers.set({ openai: text('A red square') });
    await whole.generate();
    const accepted = 'Altscribe: Resolved: openai rejects our API key';
    const rejection = [rejected, accepted];
    await expect.poll(() => alerts().slice(2), { timeout: 10_000 }).toEqual(rejection);

    whole.providers.set({ openai: status(404), gemini: status(503) });
    for (let i = 0; i < 5; i++) expect((await whole.generate()).status).toBe(500);
    const failing = [
      'Altscribe: No provider works',
      'Altscribe: openai has no such API at the configured address',
    ];
    await expect.poll(() => alerts().slice(4).sort(), { timeout: 10_000 }).toEqual(failing);
    expect(webhook.texts().find((one) => one.includes('rejects'))).toContain('OPENAI_API_KEY');
    const mails = () => smtp.mails.filter(({ to }) => to.includes('on-call@example.com'));
    const subjects = () => mails().map((mail) => readMail(mail).subject);
    await expect.poll(() => subjects().slice(-2).sort(), { timeout: 10_000 }).toEqual(failing);
    expect(whole.service.log()).not.toContain(webhookSecret);
    whole.providers.set({ openai: text('A red square'), gemini: text('A red square') });
  });

  test('a test alert goes to the webhook and to operators; nothing shows the address', async () => {
    const variables = { ...env, ...providerEnv(whole.providers) };
    const run = (...command: string[]) => runCliWith(variables, whole.service.dataDir, ...command);
    const { code, stdout } = await run('alert', 'test', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      sent: expect.stringMatching(/^webhook, .*e-mail to on-call@example\.com/) as unknown,
    });
    expect(webhook.texts().at(-1)).toContain('Altscribe: Test alert');
    const doctor = await run('doctor', '--json');
    const findings = JSON.parse(doctor.stdout) as { check: string; detail: string }[];
    expect(findings.find(({ check }) => check === 'alerts')?.detail).toBe(
      'sent to ALERT_WEBHOOK_URL and by e-mail to operators; "altscribe alert test" sends one',
    );
    webhook.answer(410);
    const failed = await run('alert', 'test');
    webhook.answer(200);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('ALERT_WEBHOOK_URL answers with status 410');
    const operator = visitor();
    await signIn(operator, 'on-call@example.com');
    const settings = await operator.get('/dashboard/settings');
    expect(settings.html).toContain('ALERT_WEBHOOK_URL');
    const before = smtp.mails.length;
    const test = '/dashboard/settings/test-alert';
    const works = await operator.submit('/dashboard/settings', {}, { action: test });
    expect(works.html).toContain('Sent: webhook, e-mail to on-call@example.com.');
    const mails = smtp.mails.slice(before);
    expect(mails.flatMap(({ to }) => to)).toEqual(['on-call@example.com']);
    expect(mails.map((mail) => readMail(mail).subject)).toEqual(['Altscribe: Test alert']);
    webhook.answer(410);
    const fails = await operator.submit('/dashboard/settings', {}, { action: test });
    webhook.answer(200);
    expect(fails.html).toContain('ALERT_WEBHOOK_URL answers with status 410');
    expect(fails.html).toContain('Sent: e-mail to on-call@example.com.');
    for (const shown of [doctor.stdout, failed.stderr, settings.html, works.html, fails.html]) {
      expect(shown).not.toContain(webhookSecret);
    }
  });

  test('commands send the links that they print, if asked to; doctor signs in', async () => {
    const create = ['operator', 'create', '--user-id', 'cli@example.com', '--send', '--json'];
    const { stdout } = await runCliWith(env, whole.service.dataDir, ...create);
    const { sent, setup_url: url } = JSON.parse(stdout) as { sent: boolean; setup_url: string };
    expect(sent).toBe(true);
    expect(readMail(await smtp.mailTo('cli@example.com')).link).toBe(url);

    const doctor = async (variables: Record<string, string>) => {
      const ended = await runCliWith(variables, whole.service.dataDir, 'doctor', '--json');
      const findings = JSON.parse(ended.stdout) as { check: string }[];
      return findings.find(({ check }) => check === 'e-mail');
    };
    const providers = providerEnv(whole.providers);
    expect(await doctor({ ...env, ...providers })).toMatchObject({ ok: true });
    const wrong = { SMTP_URL: `smtp://mailer:wrong@127.0.0.1:${smtp.port}` };
    expect(await doctor({ ...env, ...providers, ...wrong })).toMatchObject({
      ok: false,
      detail: expect.stringContaining('Wrong password of mailer') as unknown,
    });
  });
});

test('without SMTP_URL, nothing offers e-mail; SMTP_URL needs a sender and an address', async () => {
  const whole = await startServiceWithProviders();
  try {
    const guest = createVisitor(whole.service.url);
    expect((await guest.get('/dashboard/forgotten')).status).toBe(404);
    expect((await guest.get('/dashboard/sign-in')).html).toContain('Ask the operator');
    const create = { user_id: 'cli@example.com', send: true };
    await expect(whole.service.execute('operator create', create)).rejects.toThrow(
      '--send needs SMTP_URL, MAIL_FROM and PUBLIC_URL.',
    );
    await writeFile(join(whole.service.dataDir, 'smtp'), 'smtp://127.0.0.1');
    const env = { SMTP_URL_FILE: join(whole.service.dataDir, 'smtp') };
    await expect(startServiceWithProviders({ env })).rejects.toThrow(
      'SMTP_URL needs MAIL_FROM, the sender, and PUBLIC_URL',
    );
  } finally {
    await whole.dispose();
  }
});

onEachStorage((newEnv) => {
  test('owners hear of low credits once, however calls and top-ups overlap', async () => {
    const smtp = await startSmtpServer();
    const store = await newEnv();
    const whole = await startServiceWithProviders({
      env: {
        ...store,
        ...{ WEB_CONCURRENCY: store['DATABASE_URL'] ? '2' : '1', GEMINI_API_KEY: '' },
        ...{ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'altscribe@example.com' },
        PUBLIC_URL: publicUrl,
      },
    });
    onTestFinished(async () => {
      await whole.dispose();
      await smtp.stop();
    });
    const { service, providers } = whole;

    /** A call that waits for its provider. The result lets the provider answer. */
    async function begin({ generate }: ServiceWithProviders) {
      const asked = providers.calls.length;
      let release: (behaviour: Behaviour) => void = () => undefined;
      const released = new Promise<Behaviour>((resolve) => (release = resolve));
      providers.set({ openai: async (...args) => (await released)(...args) });
      const answer = generate();
      await expect.poll(() => providers.calls.length, { timeout: 10_000 }).toBe(asked + 1);
      providers.set({ openai: text('A red square') });
      return async (behaviour: Behaviour) => {
        release(behaviour);
        return (await answer).status;
      };
    }

    // The call that takes the credit fails, after the next one has taken another.
    const missed = await whole.forTest({ credits: 21 });
    const end = await begin(missed);
    expect((await missed.generate()).status).toBe(200);
    expect(await end(status(400))).toBe(500);
    // Credits are added before the call ends.
    const added = await whole.forTest({ credits: 21 });
    const endAdded = await begin(added);
    const more = { user_id: added.userId, credits: '50' };
    await service.execute('account credit', more);
    expect(await endAdded(text('A red square'))).toBe(200);
    // A call fails alone.
    const failed = await whole.forTest({ credits: 21 });
    expect(await (await begin(failed))(status(400))).toBe(500);
    // Many concurrent calls.
    const many = await whole.forTest({ credits: 25 });
    await Promise.all(Array.from({ length: 25 }, () => many.generate()));
    const last = await whole.forTest({ credits: 21 });
    await last.generate();

    await smtp.mailTo(last.userId);
    const subjects = ({ userId }: ServiceWithProviders) =>
      smtp.mails.filter(({ to }) => to.includes(userId)).map((mail) => readMail(mail).subject);
    expect(subjects(missed)).toEqual([`${missed.userId} has 20 credits left`]);
    expect([...subjects(added), ...subjects(failed)]).toEqual([]);
    await expect
      .poll(() => subjects(many), { timeout: 10_000 })
      .toContain(`${many.userId} has no credits left`);
    expect(new Set(subjects(many)).size).toBe(subjects(many).length);
    expect(subjects(many).length).toBeLessThanOrEqual(2);
  });
});
