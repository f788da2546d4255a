import { beforeAll, expect, test } from 'vitest';
import { newApiKey } from '../../../service/accounts/api-keys.ts';
import { mainText, type Visitor } from '../../support/dashboard-site.ts';
import { onEachDashboard } from '../../support/each-dashboard.ts';

const operatorId = 'operator@example.com';
const owners = '/dashboard/owners';
const path = (...ids: string[]) => [owners, ...ids.map(encodeURIComponent)].join('/');

onEachDashboard({ publicUrl: 'https://alt.example.com' }, (site) => {
  let operator: Visitor;
  beforeAll(async () => {
    operator = await site.signInAsOperator(operatorId);
  });

  const changes = async () =>
    (await site.store.listChanges({ limit: 50 })).map((one) => one.action);

  test('says what to do if there are no owners', async () => {
    expect(mainText(await operator.get(owners))).toContain('There are no owners yet. Create one');
  });

  test('creates an owner without a key and shows the invitation once', async () => {
    const id = 'New@example.com';
    const fields = { email: ` ${id} `, plan: 'business', allowance: '100', credits: '7' };
    const made = await operator.submit(await operator.get(owners), 'Create owner', fields);
    const link = made.document.querySelector('[data-testid=invitation]')?.textContent ?? '';
    expect(link).toMatch(/^https:\/\/alt\.example\.com\/dashboard\/invitation\/[\w-]{43}$/);
    expect(mainText(made)).toContain('You won’t be able to see it again.');
    expect(made.headers.get('cache-control')).toContain('no-store');
    expect(await site.store.findAccount('new@example.com')).toMatchObject({
      ...{ owner_id: 'new@example.com', plan_type: 'business' },
      ...{ credits_available: 7, monthly_allowance: 100 },
    });
    expect(await site.store.listKeys('new@example.com')).toEqual([]);
    expect(await changes()).toEqual(['account.invited', 'account.created']);
    expect(site.log()).not.toContain(link.slice(-43));

    const again = await operator.submit(await operator.get(owners), 'Create owner', fields);
    expect(again.status).toBe(400);
    expect(mainText(again)).toContain('An account with this e-mail already exists.');
  });

  test('shows every error of a new owner and keeps the entered values', async () => {
    const fields = { email: 'nobody', plan: ' ', allowance: '-1', credits: '1.5' };
    const page = await operator.submit(await operator.get(owners), 'Create owner', fields);
    expect(page.status).toBe(400);
    const errors = [...page.document.querySelectorAll('.field-error')].map((e) => e.textContent);
    expect(errors).toEqual([
      'Enter an e-mail address, for example you@example.com.',
      'This field is required.',
      'Enter a whole number from 0 to 1,000,000,000.',
      'Enter a whole number from 0 to 1,000,000,000.',
    ]);
    expect(page.document.querySelector<HTMLInputElement>('#field-credits')?.value).toBe('1.5');
  });

  test('a new invitation invalidates the previous one', async () => {
    const { user_id: id } = await site.createAccount({ user_id: 'invited@example.com' });
    const invite = async () => {
      const page = await operator.submit(await operator.get(path(id)), 'Invite');
      return page.document.querySelector('[data-testid=invitation]')?.textContent ?? '';
    };
    const [first, second] = [await invite(), await invite()];
    const statusOf = async (link: string) =>
      (await operator.get(link.replace('https://alt.example.com', ''))).status;
    expect([await statusOf(first), await statusOf(second)]).toEqual([410, 200]);
  });

  test('suspends an owner, whose keys stop working, and reinstates it', async () => {
    const { user_id: id } = await site.createAccount({ user_id: 'bad@example.com' });
    const { key, record } = newApiKey(id, 'Blog');
    await site.store.createKey(record);
    expect(await site.ownerOfKey(key)).toBe(id);
    const ask = await operator.get(`${path(id)}/suspend`);
    expect(mainText(ask)).toContain('API keys stop working immediately');
    expect(await site.ownerOfKey(key)).toBe(id);
    expect(mainText(await operator.submit(ask, 'Suspend'))).toContain('Owner suspended.');
    expect(await site.ownerOfKey(key)).toBeUndefined();
    expect(mainText(await operator.get(owners))).toContain('Suspended');
    const page = await operator.submit(await operator.get(path(id)), 'Lift suspension');
    expect(mainText(page)).toContain('Suspension lifted. The owner’s keys work again.');
    expect(await site.ownerOfKey(key)).toBe(id);
    expect((await changes()).slice(0, 2)).toEqual(['account.resumed', 'account.suspended']);
    expect(page.html).not.toContain(record.last4);
  });

  test('limits the calls of an owner per day, and shows the owner how many are used', async () => {
    const id = 'limited@example.com';
    await site.createAccount({ user_id: id });
    await site.createAccount({ user_id: 'b@limited.example', owner_id: id });
    const page = path(id, 'accounts', id);
    const wrong = await operator.submit(await operator.get(page), 'Change limit', { limit: '0' });
    expect(wrong.status).toBe(400);
    expect(mainText(wrong)).toContain('Enter a whole number from 1 to 1,000,000,000.');
    const done = await operator.submit(await operator.get(page), 'Change limit', { limit: '5' });
    expect(mainText(done)).toContain('Daily limit changed.');
    expect(mainText(done)).toContain('0 of 5 calls used today (UTC).');
    expect(await site.store.findAccount(id)).toMatchObject({ daily_calls_max: 5 });
    expect((await changes())[0]).toBe('account.limited');
    const owner = await site.signIn(id);
    for (let i = 0; i < 4; i++) await site.callCounter.take([{ scope: id, limit: 5 }]);
    const users = await owner.get('/dashboard/users');
    expect(users.document.querySelector('.notice-info')?.textContent).toBe(
      '4 of 5 calls used today (UTC).',
    );
    await site.callCounter.take([{ scope: id, limit: 5 }]);
    const full = await owner.get('/dashboard/users');
    expect(full.document.querySelector('.notice-error')?.textContent).toBe(
      '5 of 5 calls used today (UTC). Further calls are rejected until midnight UTC.',
    );
    // Only owners have one.
    const ofUser = await operator.get(path(id, 'accounts', 'b@limited.example'));
    expect(mainText(ofUser)).not.toContain('Change limit');
    const none = await operator.submit(await operator.get(page), 'Change limit', { limit: '' });
    expect(mainText(none)).not.toContain('calls used today');
  });

  test('changes the plan and credits of an owner’s user, and the ledger says who did it', async () => {
    const { user_id: owner } = await site.createAccount({ user_id: 'paying@example.com' });
    await site.createAccount({ user_id: 'user@example.com', owner_id: owner });
    const account = `${path(owner)}/accounts/user%40example.com`;
    expect(mainText(await operator.get(path(owner)))).toContain('user@example.com');

    const plan = { plan: '<b>gold</b>', allowance: '' };
    const changed = await operator.submit(await operator.get(account), 'Change plan', plan);
    expect(mainText(changed)).toContain('Plan changed.');
    expect(changed.html).not.toContain('<b>gold');
    expect(await site.store.findAccount('user@example.com')).toMatchObject({
      ...{ plan_type: '<b>gold</b>', monthly_allowance: null },
    });

    const credits = { credits: '40', reason: '<i>paid', reference: 'invoice 7' };
    const add = async (fields: object) =>
      operator.submit(await operator.get(account), 'Add credits', { ...credits, ...fields });
    const added = await add({});
    expect(mainText(added)).toContain('Credits changed.');
    expect(added.html).not.toContain('<i>paid');
    expect(await site.store.listEntries('user@example.com')).toMatchObject([
      { credits: 40, reason: 'top-up', note: '<i>paid', actor: operatorId },
    ]);
    expect(mainText(await add({}))).toContain(
      'This reference was already used for the same change',
    );
    const other = await add({ credits: '41' });
    expect(other.status).toBe(400);
    expect(mainText(other)).toContain('This reference was already used for 40 credits on');
    const tooMany = await add({ credits: '-41', reference: '' });
    expect(tooMany.status).toBe(400);
    expect(mainText(tooMany)).toContain('Only 40 credits can be removed.');
    for (const bad of ['', '0', '1e3', '1.5', '10000000000']) {
      expect((await add({ credits: bad, reference: '' })).status).toBe(400);
    }
    expect((await add({ reason: ' ', reference: '' })).status).toBe(400);
    expect(mainText(await add({ credits: '-10', reference: '' }))).toContain('30 credits');
    const credited = (await changes()).filter((one) => one === 'account.credited');
    expect(credited).toHaveLength(2);
  });

  test('finds owners, page by page, in English and German', async () => {
    for (let n = 0; n < 30; n++) await site.createAccount({ user_id: `many-${n}@example.com` });
    const first = await operator.get(`${owners}?search=MANY`);
    const names = [...first.document.querySelectorAll('tbody a')].map((a) => a.textContent);
    expect(names).toHaveLength(25);
    const next = first.document.querySelector<HTMLAnchorElement>('.pager a[rel=next]');
    const second = await operator.get(next?.getAttribute('href') ?? '');
    names.push(...[...second.document.querySelectorAll('tbody a')].map((a) => a.textContent));
    expect(new Set(names).size).toBe(30);
    const none = await operator.get(`${owners}?search=nobody-at-all`, {
      'accept-language': 'de',
    });
    expect(mainText(none)).toContain('Kein Inhaber passt zu dieser Suche.');
  });

  test('are closed to owners and to anyone not signed in', async () => {
    const { user_id: id } = await site.createAccount({ user_id: 'curious@example.com' });
    await site.createAccount({ user_id: 'victim@example.com' });
    const visitor = await site.signIn(id);
    const nothing = await visitor.get('/dashboard/nothing');
    const victim = path('victim@example.com');
    const account = `${victim}/accounts/victim%40example.com`;
    for (const page of [owners, victim, `${victim}/suspend`, account, '/dashboard/log']) {
      const { status, document } = await visitor.get(page);
      expect([status, document.title]).toEqual([404, nothing.document.title]);
    }
    for (const form of [owners, `${victim}/invite`, `${victim}/suspend`, `${victim}/resume`]) {
      expect((await visitor.post(form, {})).status).toBe(404);
    }
    for (const form of ['plan', 'credits']) {
      expect((await visitor.post(`${account}/${form}`, { credits: '5' })).status).toBe(404);
    }
    expect(await site.store.findAccount('victim@example.com')).toMatchObject({
      ...{ credits_available: 0, suspended_at: null },
    });
    expect((await operator.get(path('user@example.com'))).status).toBe(404);
    expect((await operator.get(path('none@example.com'))).status).toBe(404);
  });
});
