import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  mainText,
  startDashboard,
  type DashboardSite,
  type Page,
} from '../../support/dashboard-site.ts';
import { pagesOf, rowCounts, rowsOf } from '../../support/each-dashboard.ts';
import { onEachStorage } from '../../support/each-storage.ts';
import { apiKey, usage } from '../../contract/account-store/examples.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const measured = [{ seconds: 60, at: new Date().toISOString().slice(0, 17) + '00.000Z' }] as const;

onEachStorage((newEnv) => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await startDashboard(await newEnv(), {
      dailyCallsMax: 10_000,
      models: [
        {
          provider: 'openai',
          model: 'gpt',
          variableToCorrect: (kind) => (kind === 'model' ? 'OPENAI_MODEL' : undefined),
        },
      ],
    });
  });
  afterAll(() => site.stop());

  /** The figures of a page: each name with all the text below it. */
  const figuresOf = ({ document }: Page) =>
    Object.fromEntries(
      [...document.querySelectorAll('.totals div')].map((entry) => [
        entry.querySelector('dt')?.textContent,
        entry.querySelector('dd')?.textContent,
      ]),
    ) as Record<string, string>;
  const stepsOf = ({ document }: Page) =>
    [...document.querySelectorAll('.next-steps li')].map(({ textContent }) => textContent.trim());

  test('shows a new owner what to do first', async () => {
    await site.createAccount({ user_id: 'new@example.com' });
    const visitor = await site.signIn('new@example.com');
    expect((await visitor.get('/dashboard?notice=keyRevoked')).headers.get('location')).toBe(
      '/dashboard/home?notice=keyRevoked',
    );
    const page = await visitor.get('/dashboard/home');
    expect(figuresOf(page)).toEqual({
      'Credits left': '0None spent in the last 30 days.',
      'Calls, 7 days': '0',
      'Failed, 7 days': '0',
    });
    expect(stepsOf(page)).toEqual([
      'You have no credits yet. Ask the operator of this service for some.',
      'You have no working API key. Create a key',
      'No site has generated a text in the last 30 days. Connect WordPress',
      'Your account is protected by a password only. Add a second factor',
    ]);
    const german = await visitor.get('/dashboard/home', { 'accept-language': 'de' });
    expect(mainText(german)).toContain('Sie haben keinen gültigen API-Schlüssel.');
    expect(page.html).not.toContain('The service');
  });

  test('shows an owner the credits, how long they last, and failures', async () => {
    const owner = 'owner@example.com';
    const editor = 'editor@example.com';
    const month = new Date().toISOString().slice(0, 7);
    await site.createAccount({
      ...{ user_id: owner, credits_available: 40, monthly_allowance: 100 },
      daily_calls_max: 50,
      allowance_month: month,
    });
    await site.createAccount({ user_id: editor, owner_id: owner, credits_available: 5 });
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    await site.store.createKey(
      apiKey('key_1', { owner_id: owner, name: 'Blog', expires_at: soon }),
    );
    await site.store.addUsage(
      usage(dayBefore(1), { user_id: owner, calls: 12, credits: 5, failures: 6 }),
    );
    await site.store.addUsage(usage(dayBefore(0), { user_id: owner, calls: 5, credits: 5 }));
    const visitor = await site.signIn(owner);
    // The first texts of a site say little about how long the credits last.
    const early = await visitor.get('/dashboard/home');
    expect(figuresOf(early)['Credits left']).toBe(
      '40How long they last is shown after 3 days of use.',
    );
    expect(mainText(early)).not.toContain('will run out');
    await site.store.addUsage(usage(dayBefore(2), { user_id: owner, calls: 2, credits: 2 }));
    const plotOfCredits = ({ document }: Page) =>
      document.querySelector('svg[role=img]')?.innerHTML;
    const own = plotOfCredits(await visitor.get('/dashboard/home'));
    for (const days of [0, 1, 2]) {
      await site.store.addUsage(usage(dayBefore(days), { user_id: editor, calls: 1, credits: 1 }));
    }
    // Neither in the last 30 days nor in the rate.
    await site.store.addUsage(usage(dayBefore(40), { user_id: owner, calls: 500, credits: 500 }));

    const page = await visitor.get('/dashboard/home');
    // It is about the owner's credits, as its label is.
    expect(plotOfCredits(page)).toBe(own);
    const figures = figuresOf(page);
    // Twelve credits in three days: 40 last ten days.
    expect(figures['Credits left']).toMatch(
      /^40Lasts about 10 days at the current rate\. The first call on or after \w+ 1 tops up your balance to 100\.$/,
    );
    expect(figures['Calls, 7 days']).toBe('22');
    expect(mainText(page)).toContain('0 of 50');
    expect(figures['Failed, 7 days']).toBe('627.3% of the calls');
    const plots = [...page.document.querySelectorAll('svg[role=img]')];
    expect(plots.map((plot) => plot.getAttribute('aria-label'))).toEqual([
      '12 credits spent in the last 30 days',
      '22 calls in the last 30 days',
    ]);
    expect(stepsOf(page)).toEqual([
      'Your credits will run out in less than two weeks. Ask the operator of this service for more.',
      'Over 10% of calls failed in the last 7 days. See why',
      'The key “Blog” expires soon. Rotate it',
      'Your account is protected by a password only. Add a second factor',
    ]);
    expect(rowsOf(page)).toEqual([
      [editor, '5', '5 days'],
      [owner, '40', '10 days'],
    ]);
  });

  test('shows no credits to an owner with an unlimited plan', async () => {
    const user_id = 'unlimited@example.com';
    await site.createAccount({ user_id, plan_type: 'unlimited' });
    await site.store.addUsage(usage(dayBefore(0), { user_id, calls: 3 }));
    const page = await (await site.signIn(user_id)).get('/dashboard/home');
    expect(figuresOf(page)['Credits left']).toBe('Unlimited');
    expect(mainText(page)).not.toMatch(/no credits|will run out/);
  });

  test('shows an operator the state of the service and accounts that run out', async () => {
    const { measurements } = site;
    const operator = await site.signInAsOperator('operator@example.com');
    const stateIn = async (hours: string) =>
      (await operator.get(`/dashboard/health?hours=${hours}`)).document.querySelector('.status')
        ?.textContent;
    const idle = figuresOf(await operator.get('/dashboard/home'));
    expect(idle['openai']).toBe('Not askedNo requests in the last hour');
    expect(await stateIn('1')).toBe('Not asked');
    const sixHoursAgo = new Date(Date.now() - 6 * 3_600_000);
    sixHoursAgo.setUTCMinutes(0, 0, 0);
    await measurements.addMeasurements([
      { seconds: 1_800, at: sixHoursAgo.toISOString(), name: 'outcome openai ok', amount: 1 },
    ]);
    expect([await stateIn('1'), await stateIn('24')]).toEqual(['Not asked', 'Works']);
    await measurements.addMeasurements([
      { ...measured[0], name: 'outcome openai model', amount: 1 },
    ]);
    expect(await stateIn('1')).toBe('No answers');
    await measurements.addMeasurements(
      [{ name: 'outcome openai ok', amount: 3 }].map((one) => ({ ...measured[0], ...one })),
    );
    const page = await operator.get('/dashboard/home');
    expect(figuresOf(page)).toEqual({
      openai: 'Works75% answered in the last hour',
      Store: 'Works',
      'Calls today (UTC)': expect.stringMatching(/^\d+/) as string,
    });
    expect(mainText(page)).toContain('0 of 10,000');
    expect(stepsOf(page)).toEqual([
      'Requests to openai are failing. Check OPENAI_MODEL. See Health',
      '2 accounts will run out of credits in less than two weeks. See which',
      'Your account is protected by a password only. Add a second factor',
      'The service can’t send invitations and alerts by e-mail. Set SMTP_URL, MAIL_FROM and PUBLIC_URL. See Settings',
    ]);
    expect(rowsOf(page)).toEqual([
      ['editor@example.com', '5', '5 days'],
      ['owner@example.com', '40', '10 days'],
    ]);
    expect(Buffer.byteLength(page.html)).toBeLessThan(60_000);
  });

  test('asks someone who is both owner and operator for a second factor only once', async () => {
    const user_id = 'both@example.com';
    await site.createAccount({ user_id, plan_type: 'unlimited' });
    const page = await (await site.signInAsOperator(user_id)).get('/dashboard/home');
    const steps = stepsOf(page);
    expect(steps.filter((step) => step.includes('Add a second factor'))).toHaveLength(1);
    expect(steps.at(-1)).toContain('The service can’t send invitations');
  });

  test('shows an operator the usage of all accounts, by day and by account', async () => {
    const operator = await site.signInAsOperator('second@example.com');
    const page = await operator.get('/dashboard/all-usage?days=7');
    expect(figuresOf(page)).toMatchObject({ Calls: '25', Credits: '15', Failed: '6' });
    const names = (of: Page) => rowsOf(of).map(([name]) => name);
    expect(rowsOf(page)[0]).toEqual([
      'owner@example.com',
      '19',
      '12',
      '0',
      '0',
      '6',
      '40',
      '10 days',
    ]);
    expect(names(page)).toEqual([
      'owner@example.com',
      'editor@example.com',
      'unlimited@example.com',
    ]);
    const rankings = [...page.document.querySelectorAll('[aria-label="Sort by"] a')];
    expect(rankings.map(({ textContent }) => textContent)).toEqual([
      ...['Calls', 'Credits spent', 'By a fallback provider', 'From the cache', 'Failed'],
      'Runs out in',
    ]);
    const sorted = async (by: string) =>
      names(await operator.get(`/dashboard/all-usage?days=7&sort=${by}`));
    expect(await sorted('outlook')).toEqual(['editor@example.com', 'owner@example.com']);
    expect((await sorted('failures'))[0]).toBe('owner@example.com');
    expect(await sorted('nothing')).toEqual(names(page));

    const days = await operator.get('/dashboard/all-usage.csv?days=90');
    expect(parse(days.html, { bom: true })).toEqual([
      ['day', 'calls', 'fallbacks', 'cached', 'failures', 'credits'],
      [dayBefore(0), '9', '0', '0', '0', '6'],
      [dayBefore(1), '13', '0', '0', '6', '6'],
      [dayBefore(2), '3', '0', '0', '0', '3'],
      [dayBefore(40), '500', '0', '0', '0', '500'],
    ]);
    const accounts = await operator.get('/dashboard/all-usage/accounts.csv?days=7');
    const [header, first] = parse(accounts.html, { bom: true });
    expect(header?.slice(0, 5)).toEqual([
      ...['user_id', 'owner_id', 'plan_type', 'credits_available', 'calls'],
    ]);
    expect(first?.slice(0, 5)).toEqual([
      'owner@example.com',
      'owner@example.com',
      'pro',
      '40',
      '19',
    ]);

    const one = await operator.get('/dashboard/all-usage?user=editor@example.com&days=7');
    expect(figuresOf(one)).toMatchObject({ Calls: '3' });
    expect(mainText(one)).toContain('editor@example.com5 credits · plan proManage the account');
    expect((await operator.get('/dashboard/all-usage?user=nobody@example.com')).status).toBe(404);
    const owner = await site.signIn('owner@example.com');
    for (const path of ['', '.csv', '/accounts.csv']) {
      expect((await owner.get(`/dashboard/all-usage${path}`)).status).toBe(404);
    }
  });

  test('pages through the accounts of all usage, and through all sites', async () => {
    for (let number = 0; number < 47; number += 1) {
      const user_id = `user-${number}@example.com`;
      await site.createAccount({ user_id, owner_id: 'owner@example.com' });
      await site.store.addUsage(usage(dayBefore(0), { user_id, calls: 1, cached: 1 }));
    }
    const operator = await site.signInAsOperator('third@example.com');
    const pages = await pagesOf(operator, '/dashboard/all-usage?days=7&sort=cached');
    expect(rowCounts(pages)).toEqual([25, 25]);
    for (let number = 0; number < 100; number += 1) {
      await site.store.noteSite({
        ...{ owner_id: 'owner@example.com', site: `https://${number}.example.com` },
        ...{ plugin_version: '0.1', last_seen_day: dayBefore(0) },
      });
    }
    expect(rowCounts(await pagesOf(operator, '/dashboard/sites'))).toEqual([50, 50]);
  });
});
