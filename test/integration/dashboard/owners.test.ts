import { beforeAll, expect, test } from 'vitest';
import { newApiKey } from '../../../service/accounts/api-keys.ts';
import { mainText, type Visitor } from '../../support/dashboard-site.ts';
import { onEachDashboard, pagesOf, rowCounts, rowsOf } from '../../support/each-dashboard.ts';
import { unpack } from '../../support/unpack.ts';

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

  test('shows the keys of an owner, rotates one and revokes one, as the owner’s page does', async () => {
    const { user_id: id } = await site.createAccount({ user_id: 'leaky@example.com' });
    const { key, record } = newApiKey(id, 'Leaky <b>blog</b>');
    await site.store.createKey(record);
    const keys = `${path(id)}/keys`;
    const link = (await operator.get(path(id))).document.querySelector(`a[href="${keys}"]`);
    expect(link?.textContent).toBe('Keys');
    const list = await operator.get(keys);
    expect(mainText(list)).toContain(`Leaky <b>blog</b>••••${record.last4}Active`);
    for (const hidden of [key, record.hash, 'Create key']) expect(list.html).not.toContain(hidden);

    const form = await operator.get(`${keys}/${record.id}/rotate`);
    const made = await operator.submit(form, 'Rotate', { grace: '0' });
    expect(made.headers.get('cache-control')).toBe('no-store');
    const next = made.document.querySelector('[data-testid=new-key]')?.textContent ?? '';
    expect(mainText(made)).toContain('You won’t be able to see it again.');
    expect([await site.ownerOfKey(key), await site.ownerOfKey(next)]).toEqual([undefined, id]);
    expect((await operator.submit(form, 'Rotate', { grace: '0' })).status).toBe(409);
    expect((await operator.get(keys)).html).not.toContain(next);

    const [, second] = await site.store.listKeys(id);
    const ask = await operator.get(`${keys}/${second?.id}/revoke`);
    expect(await site.ownerOfKey(next)).toBe(id);
    const revoked = await operator.submit(ask, 'Revoke');
    expect(new URL(revoked.url).pathname).toBe(keys);
    expect(mainText(revoked)).toContain('Key revoked.');
    expect(await site.ownerOfKey(next)).toBeUndefined();
    expect(await site.store.listChanges({ limit: 2 })).toMatchObject([
      { action: 'key.revoked', actor: operatorId, user_id: id, details: { last4: second?.last4 } },
      {
        action: 'key.rotated',
        actor: operatorId,
        user_id: id,
        details: { old_last4: record.last4 },
      },
    ]);
    expect(site.log()).not.toContain(next);

    // A key of another owner is not on this owner's pages.
    await site.createAccount({ user_id: 'quiet@example.com' });
    const other = newApiKey('quiet@example.com', 'Quiet').record;
    await site.store.createKey(other);
    for (const action of ['rotate', 'revoke']) {
      expect((await operator.get(`${keys}/${other.id}/${action}`)).status).toBe(404);
      const token = { form_id: crypto.randomUUID(), grace: '0', expiry: 'never' };
      expect((await operator.post(`${keys}/${other.id}/${action}`, token)).status).toBe(404);
    }
    expect((await site.store.listKeys('quiet@example.com'))[0]?.revoked_at).toBeNull();
  });

  test('exports everything of an owner as one archive, and of a user only that', async () => {
    const { user_id: id } = await site.createAccount({ user_id: 'leaving@example.com' });
    const user = 'site@leaving.example';
    await site.createAccount({ user_id: user, owner_id: id, credits_available: 3 });
    const { key, record } = newApiKey(id, 'Blog');
    await site.store.createKey(record);
    await operator.submit(await operator.get(path(id, 'accounts', id)), 'Change limit', {
      limit: '9',
    });
    const exported = async (account: string) =>
      unpack((await operator.submit(await operator.get(account), 'Export')).body);
    const files = await exported(path(id, 'accounts', id));
    expect(files.get('accounts.json')).toMatchObject([{ user_id: id }, { user_id: user }]);
    expect(files.get('keys.json')).toMatchObject([{ id: record.id, last4: record.last4 }]);
    expect(files.get('history.json')).toMatchObject([{ user_id: user, credits: 3 }]);
    expect(files.get('calls.json')).toEqual([]);
    expect(files.get('changes.json')).toMatchObject([{ action: 'account.limited' }]);
    const all = JSON.stringify([...files]);
    for (const secret of [key, record.hash, 'leaky@example.com']) expect(all).not.toContain(secret);
    expect((await site.store.listChanges({ limit: 1 }))[0]).toMatchObject({
      action: 'account.exported',
      actor: operatorId,
      user_id: id,
    });
    const own = await exported(path(id, 'accounts', user));
    expect(own.get('accounts.json')).toMatchObject([{ user_id: user }]);
    expect(own.get('keys.json')).toEqual([]);
  });

  test('removes an owner with its users once its e-mail was typed', async () => {
    const { user_id: id } = await site.createAccount({ user_id: 'gone@example.com' });
    const user = 'site@gone.example';
    await site.createAccount({ user_id: user, owner_id: id });
    const { key, record } = newApiKey(id, 'Blog');
    await site.store.createKey(record);
    const leaving = await site.signIn(id);
    const remove = path(id, 'accounts', id, 'remove');
    expect((await operator.get(path(id))).html).toContain(`href="${remove}"`);
    const ask = await operator.get(remove);
    expect(mainText(ask)).toContain(`Its user is removed, too: ${user}.`);
    for (const email of ['', user, 'yes']) {
      const refused = await operator.submit(ask, 'Remove account', { email });
      expect(refused.status).toBe(400);
      expect(mainText(refused)).toContain(`Enter ${id} to remove this account.`);
    }
    expect(await site.ownerOfKey(key)).toBe(id);

    const done = await operator.submit(ask, 'Remove account', { email: ' GONE@example.com ' });
    expect(new URL(done.url).pathname).toBe(owners);
    expect(mainText(done)).toContain('Account removed.');
    expect(await site.ownerOfKey(key)).toBeUndefined();
    for (const gone of [id, user]) expect(await site.store.findAccount(gone)).toBeUndefined();
    expect((await leaving.get('/dashboard/keys')).headers.get('location')).toContain('/sign-in');
    expect(await site.store.listChanges({ limit: 2 })).toMatchObject([
      { action: 'account.removed', actor: operatorId, user_id: id },
      { action: 'account.removed', actor: operatorId, user_id: user },
    ]);
    expect((await operator.submit(ask, 'Remove account', { email: id })).status).toBe(404);
  });

  test('removes a user of an owner, who stays', async () => {
    const { user_id: id } = await site.createAccount({ user_id: 'stays@example.com' });
    const user = 'one@stays.example';
    await site.createAccount({ user_id: user, owner_id: id });
    const ask = await operator.get(path(id, 'accounts', user, 'remove'));
    const done = await operator.submit(ask, 'Remove account', { email: user });
    expect(new URL(done.url).pathname).toBe(path(id));
    expect(await site.store.findAccount(user)).toBeUndefined();
    expect(await site.store.findAccount(id)).toMatchObject({ user_id: id });
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
    // Two clicks, and later the form of an earlier page.
    const form = await operator.get(account);
    const click = () => operator.submit(form, 'Add credits', { credits: '5', reason: 'Gift' });
    const clicks = await Promise.all([click(), click()]);
    for (const clicked of [...clicks, await click()]) {
      expect(mainText(clicked)).toContain('Credits changed.');
    }
    expect(mainText(await operator.get(account))).toContain('35 credits');
    const credited = (await changes()).filter((one) => one === 'account.credited');
    expect(credited).toHaveLength(3);
  });

  test('finds owners, page by page, in English and German', async () => {
    for (let n = 0; n < 50; n++) await site.createAccount({ user_id: `many-${n}@example.com` });
    const found = await operator.submit(await operator.get(owners), 'Search', { search: 'MANY' });
    const pages = await pagesOf(operator, found.url.slice(site.url.length));
    expect(rowCounts(pages)).toEqual([25, 25]);
    expect(new Set(pages.flatMap(rowsOf).map(([name]) => name)).size).toBe(50);
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
    const { record } = newApiKey('victim@example.com', 'Blog');
    await site.store.createKey(record);
    const revoke = `${victim}/keys/${record.id}/revoke`;
    const removal = [`${victim}/keys`, revoke, `${account}/remove`];
    for (const page of [
      ...[owners, victim, `${victim}/suspend`, account, '/dashboard/log'],
      ...removal,
    ]) {
      const { status, document } = await visitor.get(page);
      expect([status, document.title]).toEqual([404, nothing.document.title]);
    }
    for (const form of [owners, `${victim}/invite`, `${victim}/suspend`, `${victim}/resume`]) {
      expect((await visitor.post(form, {})).status).toBe(404);
    }
    for (const form of ['plan', 'credits', 'export']) {
      expect((await visitor.post(`${account}/${form}`, { credits: '5' })).status).toBe(404);
    }
    const typed = { email: 'victim@example.com' };
    for (const form of [revoke, `${account}/remove`]) {
      expect((await visitor.post(form, typed)).status).toBe(404);
    }
    expect((await site.store.listKeys('victim@example.com'))[0]?.revoked_at).toBeNull();
    expect(await site.store.findAccount('victim@example.com')).toMatchObject({
      ...{ credits_available: 0, suspended_at: null },
    });
    expect((await operator.get(path('user@example.com'))).status).toBe(404);
    expect((await operator.get(path('none@example.com'))).status).toBe(404);
  });
});
