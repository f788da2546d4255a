import { expect, test } from 'vitest';
import { newApiKey } from '../../../service/accounts/api-keys.ts';
import { mainText, type Page } from '../../support/dashboard-site.ts';
import { onEachDashboard, pagesOf, rowCounts } from '../../support/each-dashboard.ts';

onEachDashboard({ publicUrl: 'https://alt.example.com' }, (site, newOwner) => {
  const newKeyIn = ({ document }: Page) =>
    document.querySelector('[data-testid=new-key]')?.textContent ?? '';
  const worksNow = async (key: string) => (await site.ownerOfKey(key)) !== undefined;

  /** Puts a key into the store, as the command line does. */
  async function addKey(ownerId: string, fields: object = {}) {
    const { key, record } = newApiKey(ownerId, 'Blog');
    const stored = { ...record, ...fields };
    await site.store.createKey(stored);
    return { key, ...stored };
  }

  test('a key can be limited to one user; rotation keeps that', async () => {
    const { userId, visitor } = await newOwner();
    const user = `site-of-${userId}`;
    // Without other users, there is nothing to choose.
    expect(mainText(await visitor.get('/dashboard/keys'))).not.toContain('Only for this user');
    await site.createAccount({ user_id: user, owner_id: userId });
    const form = { name: 'Shop', user: 'stranger@example.com' };
    const wrong = await visitor.submit(await visitor.get('/dashboard/keys'), 'Create key', form);
    expect(wrong.status).toBe(400);
    expect(mainText(wrong)).toContain('None of your users has this e-mail.');
    // A line break that a word processor has left, or a text that is too long.
    for (const bad of [`${user}\v`, 'x'.repeat(1_001)]) {
      const form = { name: 'Shop', user: bad };
      const refused = await visitor.submit(wrong, 'Create key', form);
      expect(refused.status).toBe(400);
      expect(mainText(refused)).toMatch(/Remove the control characters|Use at most 1,000/);
    }
    expect(await site.store.listKeys(userId)).toEqual([]);
    const made = await visitor.submit(wrong, 'Create key', {
      name: 'Shop',
      user: user.toUpperCase(),
    });
    expect(mainText(made)).toContain(`define( 'ALTSCRIBE_ACCOUNT', '${user}' );`);
    const list = await visitor.get('/dashboard/keys');
    expect(mainText(list)).toContain(`Shop only for ${user}`);
    const [first] = await site.store.listKeys(userId);
    expect(first).toMatchObject({ name: 'Shop', user_id: user });
    await visitor.submit(await visitor.get(`/dashboard/keys/${first?.id}/rotate`), 'Rotate');
    const keys = await site.store.listKeys(userId);
    expect(keys.map(({ user_id: id }) => id)).toEqual([user, user]);
    const [change] = await site.store.listChanges({ limit: 1 });
    expect(change).toMatchObject({ action: 'key.rotated', details: { only_for: user } });
  });

  test('creates a key that works, shows it once and explains how to use it', async () => {
    const { userId, visitor } = await newOwner();
    const empty = await visitor.get('/dashboard/keys');
    expect(mainText(empty)).toContain('You have no keys yet. Create one to connect a site.');

    const made = await visitor.submit(empty, 'Create key', { name: 'My <b>blog</b>' });
    expect(made.status).toBe(200);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const key = newKeyIn(made);
    expect(key).toMatch(/^alt_\w{38}$/);
    expect(await site.ownerOfKey(key)).toBe(userId);
    expect(made.html.match(new RegExp(`>${key}<`, 'g'))).toHaveLength(1);
    expect(mainText(made)).toContain('You won’t be able to see it again.');
    expect(mainText(made)).toContain("curl 'https://alt.example.com/v1/get-user-details-api'");
    expect(mainText(made)).toContain(
      "define( 'ALTSCRIBE_SERVICE_URL', 'https://alt.example.com' );",
    );

    const list = await visitor.get('/dashboard/keys');
    expect(list.html).not.toContain(key);
    expect(list.html).not.toContain('<b>blog');
    expect(mainText(list)).toContain('My <b>blog</b>');
    expect(mainText(list)).toContain(`••••${key.slice(-4)}`);
    expect(site.log()).not.toContain(key);
  });

  test('creates one key per form, however often it is sent', async () => {
    const { userId, visitor } = await newOwner();
    const form = await visitor.get('/dashboard/keys');
    const pages = await Promise.all(
      [1, 2, 3].map(() => visitor.submit(form, 'Create key', { name: 'Shop' })),
    );
    expect(pages.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await site.store.listKeys(userId)).toHaveLength(1);
    const again = await visitor.submit(form, 'Create key', { name: 'Shop' });
    expect(again.status).toBe(409);
    expect(mainText(again)).toContain('no second key was created');
    expect(newKeyIn(again)).toBe('');
    expect(await site.store.listKeys(userId)).toHaveLength(1);
  });

  test('shows the errors of the form and keeps the entered values', async () => {
    const { userId, visitor } = await newOwner();
    const form = await visitor.get('/dashboard/keys');
    const nameless = await visitor.submit(form, 'Create key', { name: '  ', expiry: '90' });
    expect(nameless.status).toBe(400);
    expect(mainText(nameless)).toContain('This field is required.');
    expect(nameless.document.querySelector<HTMLSelectElement>('#field-expiry')?.value).toBe('90');
    const long = await visitor.submit(form, 'Create key', { name: 'x'.repeat(101), expiry: '1' });
    expect(mainText(long)).toContain('Use at most 100 characters.');
    expect(mainText(long)).toContain('Choose an option from the list.');
    const tampered = await visitor.submit(form, 'Create key', { name: 'A', form_id: '../x' });
    expect(tampered.status).toBe(400);
    expect(await site.store.listKeys(userId)).toEqual([]);
  });

  test('creates a key that expires', async () => {
    const { userId, visitor } = await newOwner();
    const form = await visitor.get('/dashboard/keys');
    await visitor.submit(form, 'Create key', { name: 'Short', expiry: '30' });
    const [key] = await site.store.listKeys(userId);
    const days = (Date.parse(key?.expires_at ?? '') - Date.parse(key?.created_at ?? '')) / 864e5;
    expect(days).toBe(30);
    expect(mainText(await visitor.get('/dashboard/keys'))).toMatch(/Expires in 29 days/);
  });

  test('rotates a key: the old one works for the chosen time', async () => {
    const { userId, visitor } = await newOwner();
    const old = await addKey(userId);
    const form = await visitor.get(`/dashboard/keys/${old.id}/rotate`);
    const grace = form.document.querySelector<HTMLSelectElement>('#field-grace');
    expect(grace?.value).toBe('24');
    expect([...(grace?.options ?? [])].map(({ value }) => value)).toEqual(['0', '1', '24', '168']);

    const made = await visitor.submit(form, 'Rotate');
    const key = newKeyIn(made);
    expect(mainText(made)).toContain(`The old key ••••${old.last4} stops working in 23 hours`);
    expect(await worksNow(key)).toBe(true);
    expect(await worksNow(old.key)).toBe(true);
    const [stored] = await site.store.listKeys(userId);
    const hours = (Date.parse(stored?.expires_at ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);

    const repeated = await visitor.submit(form, 'Rotate');
    expect(repeated.status).toBe(409);
    expect(await site.store.listKeys(userId)).toHaveLength(2);
  });

  test('stops the old key immediately if requested', async () => {
    const { userId, visitor } = await newOwner();
    const old = await addKey(userId);
    const form = await visitor.get(`/dashboard/keys/${old.id}/rotate`);
    const made = await visitor.submit(form, 'Rotate', { grace: '0' });
    expect(await worksNow(newKeyIn(made))).toBe(true);
    expect(await worksNow(old.key)).toBe(false);
    const path = `/dashboard/keys/${old.id}/rotate`;
    expect((await visitor.get(path)).status).toBe(404);
    const repeated = await visitor.submit(form, 'Rotate', { grace: '0' });
    expect(repeated.status).toBe(409);
  });

  test('rotates an expiring key into another expiring key', async () => {
    const { userId, visitor } = await newOwner();
    const created = new Date(Date.now() - 10 * 864e5);
    const expires_at = new Date(created.getTime() + 90 * 864e5).toISOString();
    const old = await addKey(userId, { created_at: created.toISOString(), expires_at });
    const form = await visitor.get(`/dashboard/keys/${old.id}/rotate`);
    const wrong = await visitor.submit(form, 'Rotate', { grace: '48', expiry: 'soon' });
    expect(wrong.status).toBe(400);
    expect(mainText(wrong).match(/Choose an option from the list/g)).toHaveLength(2);
    await visitor.submit(form, 'Rotate');
    const made = (await site.store.listKeys(userId)).find(({ id }) => id !== old.id);
    expect(Date.parse(made?.expires_at ?? '') - Date.parse(made?.created_at ?? '')).toBe(
      90 * 864e5,
    );
  });

  test('says what will stop working before it revokes a key', async () => {
    const { userId, visitor } = await newOwner();
    const key = await addKey(userId, {
      last_used_at: new Date(Date.now() - 7.2e6).toISOString(),
    });
    const day = new Date().toISOString().slice(0, 10);
    await site.store.addKeyUsage({ owner_id: userId, key_id: key.id, day, calls: 1_234 });
    const page = await visitor.get(`/dashboard/keys/${key.id}/revoke`);
    expect(mainText(page)).toMatch(/Revoke “Blog”\?.*2 hours ago.*1,234/);
    expect(page.document.querySelectorAll('.button-danger')).toHaveLength(1);
    expect(await worksNow(key.key)).toBe(true);

    const list = await visitor.submit(page, 'Revoke');
    expect(mainText(list)).toContain('Key revoked.');
    expect(mainText(list)).toContain('Revoked');
    expect(list.document.querySelectorAll('.button-danger')).toHaveLength(0);
    expect(await worksNow(key.key)).toBe(false);
  });

  test('shows the calls of 30 days as a chart with accessible numbers', async () => {
    const { userId, visitor } = await newOwner();
    const key = await addKey(userId);
    const day = new Date().toISOString().slice(0, 10);
    await site.store.addKeyUsage({ owner_id: userId, key_id: key.id, day, calls: 7 });
    const { document } = await visitor.get('/dashboard/keys');
    expect(document.querySelector('svg.sparkline')?.getAttribute('aria-label')).toMatch(
      /^7 calls in the last 30 days, most of them, 7, on /,
    );
    expect(document.querySelector('svg.sparkline .bars')?.getAttribute('d')).toMatch(/^M/);
  });

  test('logs who created, rotated and revoked a key, without the key', async () => {
    const { userId, visitor } = await newOwner();
    const made = await visitor.submit(await visitor.get('/dashboard/keys'), 'Create key', {
      name: 'Noted',
    });
    const [key] = await site.store.listKeys(userId);
    await visitor.submit(await visitor.get(`/dashboard/keys/${key?.id}/rotate`), 'Rotate');
    await visitor.submit(await visitor.get(`/dashboard/keys/${key?.id}/revoke`), 'Revoke');
    const changes = (await site.store.listChanges({ limit: 100 })).filter(
      ({ actor }) => actor === userId,
    );
    expect(changes.map(({ action, user_id }) => [action, user_id])).toEqual([
      ['key.revoked', userId],
      ['key.rotated', userId],
      ['key.created', userId],
    ]);
    expect(changes[2]?.details).toMatchObject({ name: 'Noted', last4: key?.last4 });
    expect(JSON.stringify(changes)).not.toContain(newKeyIn(made));
    expect(JSON.stringify(changes)).not.toContain(key?.hash);
  });

  test("responds for another owner's key as if it did not exist", async () => {
    const victim = await newOwner();
    const { visitor } = await newOwner();
    const key = await addKey(victim.userId);
    const form = await visitor.get('/dashboard/keys');
    const form_id = form.document.querySelector<HTMLInputElement>('[name=form_id]')?.value ?? '';
    for (const action of ['rotate', 'revoke']) {
      const [theirs, none] = await Promise.all(
        [key.id, 'key_000000000000'].map((id) => visitor.get(`/dashboard/keys/${id}/${action}`)),
      );
      expect(theirs?.status).toBe(404);
      expect(theirs && mainText(theirs)).toBe(none && mainText(none));
      const fields = { form_id, grace: '0', expiry: 'never' };
      const sent = await visitor.post(`/dashboard/keys/${key.id}/${action}`, fields);
      expect(sent.status).toBe(404);
      expect(mainText(sent)).toBe(none && mainText(none));
    }
    expect(await worksNow(key.key)).toBe(true);
    expect(await site.store.listKeys(victim.userId)).toHaveLength(1);
  });

  test('stays under 60 kB with many keys and links to all of them', async () => {
    const { userId, visitor } = await newOwner();
    const days = Array.from({ length: 30 }, (_, ago) =>
      new Date(Date.now() - ago * 864e5).toISOString().slice(0, 10),
    );
    for (let number = 0; number < 45; number += 1) {
      const key = await addKey(userId, {
        name: `${number} ${'&'.repeat(96)}`,
        last_used_at: new Date().toISOString(),
        expires_at: new Date(Date.now() + 1e10).toISOString(),
      });
      await Promise.all(
        days.map((day, ago) =>
          site.store.addKeyUsage({
            owner_id: userId,
            key_id: key.id,
            day,
            calls: 12_345 + 77 * ago * number,
          }),
        ),
      );
    }
    expect(rowCounts(await pagesOf(visitor, '/dashboard/keys'))).toEqual([15, 15, 15]);
  });
});
