import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { changeActions, commandLine } from '../../../service/accounts/change-log.ts';
import { en } from '../../../service/dashboard/locales/en.ts';
import { PageError } from '../../../service/dashboard/render.tsx';
import type { Mail } from '../../../service/mail/mailer.ts';
import { failureKinds } from '../../../service/providers/provider.ts';
import { callOutcomes } from '../../../service/storage/interfaces/usage-log.ts';
import { apiKey, call, entry, usage } from '../../contract/account-store/examples.ts';
import {
  startDashboard,
  type DashboardSite,
  type Page,
  type Visitor,
} from '../../support/dashboard-site.ts';
import { expectPage, expectPages } from '../../support/expect-page.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
const day = (days: number) => ago(days * 86_400).slice(0, 10);
const owner = 'owner@example.com';
const ofOwner = `/dashboard/owners/${owner}`;

/** Their axes differ from day to day. */
function withoutCharts({ document }: Page): { readonly html: string } {
  for (const chart of document.querySelectorAll('figure')) chart.remove();
  return { html: document.body.innerHTML };
}

/** What is around the content of a page. */
function frameOf({ document }: Page): { readonly html: string } {
  document.querySelector('main')?.remove();
  return { html: `<main>${document.body.innerHTML}</main>` };
}

describe.each(['en', 'de'])('in %s, the dashboard says the same of', (language) => {
  let site: DashboardSite;
  let operator: Visitor;
  let measurements = '';
  let refused: Error | undefined;
  let areMailsSent = true;
  const mails: Mail[] = [];
  beforeAll(async () => {
    const model = { model: 'gpt', variableToCorrect: () => 'OPENAI_API_KEY' };
    site = await startDashboard(
      {},
      {
        publicUrl: 'https://alt.example.com',
        models: ['openai', 'gemini', 'mistral'].map((provider) => ({ provider, ...model })),
        mailer: {
          send(mail) {
            mails.push(mail);
            return Promise.resolve(areMailsSent);
          },
          sendLater: (mail) => void mails.push(mail),
          verify: () => Promise.resolve(),
          close: () => Promise.resolve(),
        },
        testAlert: () =>
          Promise.resolve({ sent: ['webhook'], failed: ['The e-mail was not accepted'] }),
        pluginZip: '/nowhere/altscribe.zip',
        readMeasurements: () => (refused ? Promise.reject(refused) : Promise.resolve(measurements)),
        settings: (['default', 'environment', 'file', 'secretFile'] as const).map((source) => ({
          ...{ name: `FROM_${source}`, value: source, isSecret: source === 'secretFile', source },
        })),
      },
    );
    operator = await site.signInAsOperator('operator@example.com', language);
  });
  afterAll(() => site.stop());

  const says = async (name: string, visitor: Visitor, ...paths: string[]) => {
    const pages = [];
    for (const path of paths) pages.push(await visitor.get(path));
    await expectPages(pages, `${language}-${name}`);
  };
  const newOwner = async (user_id: string, fields = {}) => {
    await site.createAccount({ user_id, credits_available: 40, ...fields });
    return site.signIn(user_id, language);
  };

  test('a service that nobody can use', async () => {
    await says(
      'nothing-yet',
      operator,
      '/dashboard/home',
      '/dashboard/owners',
      '/dashboard/health',
    );
    await says('no-usage', operator, '/dashboard/all-usage', '/dashboard/log', '/dashboard/sites');
  });

  test('what was done', async () => {
    const codes = Object.keys(en.notices);
    await says('notices', operator, ...codes.map((code) => `/dashboard/settings?notice=${code}`));
  });

  test('what went wrong', async () => {
    const pages = [];
    for (const code of Object.keys(en.errors)) {
      if (code === 'goHome' || code === 'requestId') continue;
      refused = new PageError(400, code as PageError['code']);
      pages.push(await operator.get('/dashboard/health'));
    }
    refused = new Error('unexpected');
    const { html } = await operator.get('/dashboard/health');
    pages.push({ html: html.replaceAll(/[\da-f-]{36}/g, 'UUID') });
    refused = undefined;
    await expectPages(pages, `${language}-errors`);
  });

  test('providers', async () => {
    const measured = failureKinds.filter((kind) => kind !== 'aborted' && kind !== 'skipped');
    const kinds = ['ok', ...measured].map((kind, index) => [kind, index + 1] as const);
    const found = {
      ...Object.fromEntries(kinds.map(([kind, count]) => [`outcome openai ${kind}`, count])),
      'latency openai 1': 1,
      'latency openai 2.5': 1,
      'tokens openai input': 1_000,
      'tokens openai output': 20,
      'hint openai model There is no such model.': 1,
      'outcome gemini ok': 2,
    };
    const at = `${ago(7_200).slice(0, 14)}00:00.000Z`;
    await site.measurements.addMeasurements(
      Object.entries(found).map(([name, amount]) => ({ seconds: 1_800, at, name, amount })),
    );
    measurements = [
      'altscribe_provider_breaker_state{provider="gemini"} 1',
      'altscribe_provider_breaker_state{provider="mistral"} 2',
    ].join('\n');
    const page = await operator.get('/dashboard/health?hours=24');
    await expectPage(withoutCharts(page), `${language}-providers`);
  });

  test('accounts and their credits', async () => {
    const allowance_month = day(0).slice(0, 7);
    const monthly = { monthly_allowance: 100, allowance_month };
    const visitor = await newOwner(owner, { ...monthly, daily_calls_max: 50 });
    await site.store.addUsage(
      usage(day(1), {
        user_id: owner,
        calls: 12,
        credits: 4,
        failures: 6,
        cached: 1,
        fallbacks: 2,
      }),
    );
    await says('few-days', visitor, '/dashboard/home');
    for (const days of [0, 2]) {
      await site.store.addUsage(usage(day(days), { user_id: owner, calls: 2, credits: 20 }));
    }
    await says('credits', visitor, '/dashboard/home', '/dashboard/users?search=zzz');
    const weeks = await visitor.get('/dashboard/usage?days=400');
    await expectPage(withoutCharts(weeks), `${language}-usage`);
    await says('run-out', operator, '/dashboard/home');
    await says('without-zip', visitor, '/dashboard/connect');
    const empty = await newOwner('empty@example.com', { credits_available: 0 });
    await site.store.addUsage(
      usage(day(0), { user_id: 'empty@example.com', calls: 1, credits: 1 }),
    );
    const unlimited = await newOwner('unlimited@example.com', { plan_type: 'unlimited' });
    const pages = await Promise.all([empty, unlimited].map((one) => one.get('/dashboard/home')));
    await expectPages(pages, `${language}-no-credits`);
  });

  test('each way in which a balance changes', async () => {
    const user_id = 'history@example.com';
    const visitor = await newOwner(user_id, { credits_available: 0 });
    await says('no-history', visitor, `/dashboard/users/${user_id}/history`);
    const entries = [
      entry('1', 1_000, { actor: commandLine, note: 'paid' }),
      entry('2', 1, { reason: 'plan' }),
      entry('3', -1, { reason: 'call', request_id: 'request 3' }),
      entry('4', -2, { reason: 'correction', actor: 'operator@example.com', note: 'twice' }),
    ];
    for (const one of entries) await site.store.changeCredits({ ...one, user_id, at: ago(60) });
    await says('history', visitor, `/dashboard/users/${user_id}/history`);
  });

  test('each outcome of a call', async () => {
    const visitor = await newOwner('calls@example.com');
    const calls = callOutcomes.map((outcome, n) =>
      call(n, {
        outcome,
        user_id: 'calls@example.com',
        at: ago(60 + n),
        provider: null,
        model: null,
      }),
    );
    await says('no-calls', visitor, '/dashboard/calls');
    await site.store.addCalls(calls);
    await says('calls', visitor, '/dashboard/calls');
  });

  test('each state of a key', async () => {
    const user_id = 'keys@example.com';
    const visitor = await newOwner(user_id);
    await says('no-keys', visitor, '/dashboard/keys');
    await says('no-keys-of-owner', operator, `/dashboard/owners/${user_id}/keys`);
    const states = {
      active: { user_id },
      expires: { expires_at: ago(-86_400) },
      expired: { expires_at: ago(86_400) },
      revoked: { revoked_at: ago(86_400) },
    };
    for (const [name, fields] of Object.entries(states)) {
      await site.store.createKey(apiKey(`key_${name}`, { owner_id: user_id, name, ...fields }));
    }
    const of = (id: string, action: string) => `/dashboard/keys/key_${id}/${action}`;
    await says('keys', visitor, '/dashboard/keys', of('active', 'rotate'), of('active', 'revoke'));
    const fields = { form_id: crypto.randomUUID(), name: 'New', expiry: '30' };
    const made = await visitor.post('/dashboard/keys', fields);
    const again = await visitor.post('/dashboard/keys', fields);
    const rotated = await visitor.post(of('expires', 'rotate'), {
      ...{ form_id: crypto.randomUUID(), grace: '1', expiry: '365' },
    });
    const wrong = await visitor.post('/dashboard/keys', {
      ...{ form_id: crypto.randomUUID(), name: 'x'.repeat(101), expiry: '1', user: 'none' },
    });
    await expectPages([made, again, rotated, wrong], `${language}-new-keys`);
  });

  test('what an operator or owner must type', async () => {
    const user_id = 'typed@example.com';
    const visitor = await newOwner(user_id);
    const users = ['nobody', user_id, owner, `x${'y'.repeat(300)}@example.com`];
    const pages = [];
    for (const email of users) pages.push(await visitor.post('/dashboard/users', { email }));
    await expectPages(pages, `${language}-users-refused`);

    const account = `/dashboard/owners/${user_id}/accounts/${user_id}`;
    const form_id = '0'.repeat(36);
    const reference = { form_id, credits: '5', reason: 'paid', reference: 'bill 1' };
    await operator.post(`${account}/credits`, reference);
    const forms: [string, Record<string, string>][] = [
      ['/dashboard/owners', { email: 'nobody', plan: ' ', allowance: '-1', credits: '1.5' }],
      ['/dashboard/owners', { email: user_id, plan: 'pro', allowance: '', credits: '' }],
      [`${account}/credits`, { credits: '0', reason: '', reference: 'x'.repeat(500) }],
      [`${account}/credits`, { form_id, credits: '-1000', reason: 'x', reference: '' }],
      [`${account}/credits`, { ...reference, credits: '6' }],
      [`${account}/plan`, { plan: 'a\u0000b', allowance: 'x' }],
      [`${account}/limit`, { limit: '0' }],
      [`${account}/remove`, { email: 'another@example.com' }],
    ];
    const refusals = [];
    for (const [path, fields] of forms) refusals.push(await operator.post(path, fields));
    for (const { status } of refusals) expect(status).toBe(400);
    await expectPages(refusals, `${language}-refused`);
    await says('owners-not-found', operator, '/dashboard/owners?search=zzz');
  });

  test('an owner of two accounts', async () => {
    const visitor = await newOwner('two@example.com');
    await site.createAccount({ user_id: 'second@example.com', owner_id: 'two@example.com' });
    const pages = ['connect', 'keys', 'users', 'usage', 'calls'];
    await says('two-accounts', visitor, ...pages.map((name) => `/dashboard/${name}`));
  });

  test('invitations and e-mails', async () => {
    const user_id = 'invited@example.com';
    await site.createAccount({ user_id, credits_available: 1, monthly_allowance: 100 });
    const path = `/dashboard/owners/${user_id}`;
    const sent = [await operator.post(`${path}/invite`, {}), await operator.get(path)];
    areMailsSent = false;
    sent.push(await operator.post(`${path}/invite`, {}), await operator.get(path));
    areMailsSent = true;
    const suspended = await operator.post(`${path}/suspend`, {});
    await expectPages([...sent, suspended], `${language}-invitations`);
    await operator.post(`${ofOwner}/invite`, {});
    mails.splice(1, 1);
    await operator.post('/dashboard/forgotten', { email: owner });
    await vi.waitUntil(() => mails.length === 3, { timeout: 20_000 });
    const texts = mails.map(({ to, subject, text }) => `<main>${to}\n${subject}\n${text}</main>`);
    await expectPages(
      texts.map((html) => ({ html })),
      `${language}-mails`,
    );
  });

  test('sites, settings and a test alert', async () => {
    const seen = { owner_id: owner, last_seen_day: day(0) };
    await site.store.noteSite({ ...seen, site: '', plugin_version: '0.0.0-old' });
    await site.store.noteSite({ ...seen, site: 'https://a.example', plugin_version: '9.0.0' });
    await says('sites', operator, '/dashboard/sites');
    const tested = await operator.post('/dashboard/settings/test-alert', {});
    await expectPage(tested, `${language}-settings`);
  });

  test('each action that is logged', async () => {
    const user_id = 'logged@example.com';
    const details = {
      ...{ kind: 'app', name: 'Blog', last4: 'x1Yz', id: 'key_1', plan: 'pro', credits: 5 },
      ...{ monthly_allowance: 10, daily_calls_max: 20, only_for: user_id, owner, note: 'paid' },
      ...{
        reference: 'bill',
        address: '192.0.2.1',
        emailed_to: owner,
        before: '2026-01-31',
        calls: 3,
      },
    };
    for (const [n, action] of changeActions.entries()) {
      await site.store.addChange({
        ...{ id: `logged ${n}`, at: ago(60 - n), actor: commandLine, action, user_id },
        details: n === 0 ? details : {},
      });
    }
    await says('log', operator, `/dashboard/log?about=${user_id}`);
  });

  test('ways in', async () => {
    const visitor = await newOwner('ways@example.com');
    await says('ways-in', visitor, '/dashboard/account', '/dashboard/forgotten');
    await says('forms-of-factors', visitor, '/dashboard/account/passkeys/new');
    const account = '/dashboard/account';
    const passwords = ['short', 'x'.repeat(1_001), 'passwordpassword', 'ways@example.com'];
    const pages = [];
    for (const password of passwords) {
      const fields = { current: '', password, repeat: 'another' };
      pages.push(await visitor.post(`${account}/password`, fields));
    }
    pages.push(await visitor.post(`${account}/app`, { code: '1' }));
    pages.push(await visitor.post('/dashboard/sign-in', { email: '', password: '' }));
    await expectPages(pages, `${language}-ways-in-refused`);
  });

  test('the frame of each page', async () => {
    const visitor = await newOwner('framed@example.com');
    const pages = [await visitor.get('/dashboard/home'), await operator.get('/dashboard/home')];
    await expectPages(pages.map(frameOf), `${language}-frame`);
    const [title] = pages.map(({ document }) => document.title);
    expect(title).toBe(language === 'de' ? 'Übersicht · Altscribe' : 'Home · Altscribe');
  });
});
