import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { mainText } from '../../support/dashboard-site.ts';
import { onEachDashboard, pagesOf, rowCounts, rowsOf } from '../../support/each-dashboard.ts';

onEachDashboard({}, (site, newOwner) => {
  const today = () => new Date().toISOString().slice(0, 10);

  test('lists the owner first, then its users, with the plan, credits and calls of this month', async () => {
    const { userId, visitor } = await newOwner();
    const editor = `a-${userId}`;
    await site.createAccount({
      ...{ user_id: editor, owner_id: userId, plan_type: 'business', credits_available: 12_345 },
    });
    const usage = { calls: 1_000, failures: 0, fallbacks: 0, cached: 0, credits: 0 };
    await site.store.addUsage({ user_id: editor, day: today(), ...usage });
    await site.store.addUsage({ user_id: editor, day: '2026-01-01', ...usage });
    const [first, second] = rowsOf(await visitor.get('/dashboard/users'));
    expect(first?.slice(0, 4)).toEqual([`${userId} your own account`, 'pro', '5', '0']);
    expect(second?.slice(0, 4)).toEqual([editor, 'business', '12,345', '1,000']);

    const german = await visitor.get('/dashboard/users', { 'accept-language': 'de' });
    expect(rowsOf(german)[1]?.slice(0, 4)).toEqual([editor, 'business', '12.345', '1.000']);
  });

  test('an unlimited plan shows "Unlimited" in place of credits', async () => {
    const { userId, visitor } = await newOwner();
    await site.store.changePlan(userId, { plan_type: 'unlimited', monthly_allowance: null });
    const [row] = rowsOf(await visitor.get('/dashboard/users'));
    expect(row?.slice(1, 3)).toEqual(['unlimited', 'Unlimited']);
    const history = await visitor.get(`/dashboard/users/${userId}/history`);
    expect(mainText(history)).toContain('Unlimited credits · plan unlimited');
    const operator = await site.signInAsOperator('operator@example.com');
    expect(mainText(await operator.get('/dashboard/owners'))).toContain('Unlimited');
    const account = await operator.get(`/dashboard/owners/${userId}/accounts/${userId}`);
    expect(mainText(account)).toContain('Unlimited credits · plan unlimited');
  });

  test('adds a user with the plan "free" and no credits', async () => {
    const { userId, visitor } = await newOwner();
    const page = await visitor.get('/dashboard/users');
    expect(mainText(page)).toContain('You have no other users yet. Add one');
    const email = ` New.Editor@${userId.replace('@', '.')} `;
    const list = await visitor.submit(page, 'Add user', { email });
    expect(mainText(list)).toContain('User added.');
    const id = email.trim().toLowerCase();
    expect(await site.store.findAccount(id)).toMatchObject({
      ...{ owner_id: userId, plan_type: 'free', credits_available: 0, monthly_allowance: null },
    });
    expect(await site.store.listChanges({ limit: 1 })).toMatchObject([
      { actor: userId, action: 'account.created', user_id: id },
    ]);
  });

  test('says why a user cannot be added, without naming its owner', async () => {
    const { userId, visitor } = await newOwner();
    const other = await newOwner();
    const page = await visitor.get('/dashboard/users');
    const add = async (email: string) => {
      const refused = await visitor.submit(page, 'Add user', { email });
      expect(refused.status).toBe(400);
      return refused;
    };
    expect(mainText(await add('nobody'))).toContain('Enter an e-mail address');
    expect(mainText(await add(''))).toContain('Enter an e-mail address');
    expect(mainText(await add(userId))).toContain('You already have this user.');
    const taken = await add(other.userId);
    expect(mainText(taken)).toContain('it already has an account');
    expect(taken.document.querySelector<HTMLInputElement>('#field-email')?.value).toBe(
      other.userId,
    );
    expect((await site.store.findAccount(other.userId))?.owner_id).toBe(other.userId);
    expect(await site.store.listUsers(userId, { limit: 10 })).toHaveLength(1);
  });

  test('can be searched and has pages', async () => {
    const { userId, visitor } = await newOwner();
    const ids = Array.from({ length: 124 }, (_, index) => `user-${index}.${userId}`);
    for (const user_id of ids) await site.createAccount({ user_id, owner_id: userId });
    const pages = await pagesOf(visitor, '/dashboard/users');
    expect(rowCounts(pages)).toEqual([25, 25, 25, 25, 25]);
    const seen = pages.flatMap(rowsOf).map(([user = '']) => user.split(' ')[0] ?? '');
    expect(seen[0]).toBe(userId);
    expect(seen.toSorted()).toEqual([userId, ...ids].toSorted());

    const all = await visitor.get('/dashboard/users');
    const found = await visitor.submit(all, 'Search', { search: 'USER-11' });
    expect(rowsOf(found)).toHaveLength(11);
    expect(rowsOf(found).every(([user]) => user?.startsWith('user-11'))).toBe(true);
    const none = await visitor.get('/dashboard/users?search=%22%3E%3Cscript%3E');
    expect(mainText(none)).toContain('None of your users matches this search.');
    expect(none.document.querySelectorAll('main script')).toHaveLength(0);
  });

  /** Adds an entry with credits to an account. */
  function addEntry(user_id: string, fields: object = {}) {
    return site.store.changeCredits({
      ...{ id: crypto.randomUUID(), user_id, credits: 1, reason: 'top-up', request_id: null },
      ...{ at: new Date().toISOString(), actor: null, note: null },
      ...fields,
    });
  }

  test('shows the history of a balance in words and as CSV without formulas', async () => {
    const { userId, visitor } = await newOwner();
    const note = '=HYPERLINK("https://evil.example")<script>alert(1)</script>';
    const later = (ms: number) => new Date(Date.now() + ms).toISOString();
    const calls = { credits: -4, reason: 'call', at: later(1) };
    await addEntry(userId, { id: 'calls-2026-01-01', ...calls });
    await addEntry(userId, { credits: 50, actor: 'boss@example.com', note, at: later(2) });
    const call = { credits: -1, reason: 'call', request_id: 'request-1', at: later(3) };
    await addEntry(userId, call);
    const path = `/dashboard/users/${encodeURIComponent(userId)}/history`;
    const page = await visitor.get(path);
    expect(mainText(page)).toContain('50 credits · plan pro');
    const rows = rowsOf(page);
    expect(rows.map(([, ...row]) => row)).toEqual([
      ['-1', 'Alt text generated', '', '', 'Showrequest-1'],
      ['+50', 'Credits added', 'boss@example.com', note, ''],
      ['-4', 'Alt texts generated (older calls combined)', '', '', ''],
      ['+5', 'Credits added', '', '', ''],
    ]);
    expect(page.document.querySelectorAll('main script')).toHaveLength(0);

    const csv = await visitor.get(`${path}.csv`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toBe(
      'attachment; filename="altscribe-history.csv"',
    );
    expect(csv.headers.get('x-content-type-options')).toBe('nosniff');
    const records = parse<Record<string, string>>(csv.html, { bom: true, columns: true });
    expect(records.map(({ credits }) => credits)).toEqual(['-1', '50', '-4', '5']);
    expect(records[1]).toMatchObject({ actor: 'boss@example.com', note: `'${note}` });
  });

  test('splits the history into pages under 60 kB', async () => {
    const { userId, visitor } = await newOwner();
    for (let number = 1; number < 120; number += 1) {
      await addEntry(userId, {
        ...{ actor: `${'&'.repeat(100)}@example.com`, note: '<'.repeat(300) },
        ...{ request_id: crypto.randomUUID(), credits: 100 + number },
      });
    }
    const id = encodeURIComponent(userId);
    const operator = await site.signInAsOperator('reader@example.com');
    for (const pages of [
      await pagesOf(visitor, `/dashboard/users/${id}/history`),
      await pagesOf(operator, `/dashboard/owners/${id}/accounts/${id}`),
    ]) {
      expect(rowCounts(pages)).toEqual([20, 20, 20, 20, 20, 20]);
      expect(new Set(pages.flatMap(rowsOf).map(([, credits]) => credits)).size).toBe(120);
    }
  });

  test('says what to do if a balance has never changed', async () => {
    const { userId, visitor } = await newOwner();
    const user_id = `quiet-${userId}`;
    await site.createAccount({ user_id, owner_id: userId });
    const page = await visitor.get(`/dashboard/users/${encodeURIComponent(user_id)}/history`);
    expect(mainText(page)).toContain('The operator of this service can add credits.');
  });

  test('responds for another owner’s user as if it did not exist', async () => {
    const victim = await newOwner();
    const { visitor } = await newOwner();
    const theirUser = `secret-${victim.userId}`;
    await site.createAccount({ user_id: theirUser, owner_id: victim.userId });
    for (const extension of ['', '.csv']) {
      const historyOf = (id: string) =>
        visitor.get(`/dashboard/users/${encodeURIComponent(id)}/history${extension}`);
      const none = await historyOf('nobody@example.com');
      expect(none.status).toBe(404);
      for (const id of [theirUser, victim.userId]) {
        const theirs = await historyOf(id);
        expect(theirs.status).toBe(404);
        expect(mainText(theirs)).toBe(mainText(none));
        expect(theirs.headers.get('content-disposition')).toBeNull();
      }
    }
    expect(mainText(await visitor.get('/dashboard/users?search=secret'))).not.toContain(theirUser);
  });

  test('escapes the name of a plan', async () => {
    const plan_type = '"><img src=x onerror=alert(1)>';
    const userId = 'plan@example.com';
    await site.createAccount({ user_id: userId, plan_type });
    const visitor = await site.signIn(userId);
    for (const path of ['/dashboard/users', `/dashboard/users/${userId}/history`]) {
      const page = await visitor.get(path);
      expect(mainText(page)).toContain(plan_type);
      expect(page.document.querySelectorAll('img')).toHaveLength(0);
    }
  });

  test('ignores control characters in paths, queries and headers', async () => {
    const { userId, visitor } = await newOwner();
    const id = encodeURIComponent(userId);
    for (const path of [
      `/dashboard/users/${id}%00/history`,
      `/dashboard/users/%0d%0aset-cookie:a=b/history.csv`,
      `/dashboard/keys/%00/revoke`,
    ]) {
      expect((await visitor.get(path)).status, path).toBe(404);
    }
    for (const path of [
      '/dashboard/users?search=%00&after=%00',
      `/dashboard/users/${id}/history?after=%00`,
      '/dashboard/keys?page=%00',
      '/dashboard/calls?outcome=%0d%0aset-cookie:a=b&user=%00',
      '/dashboard/usage.csv?days=%0d%0aset-cookie:a=b',
      '/dashboard/connect?user=%00&key=%00',
    ]) {
      const page = await visitor.get(path);
      expect(page.status, path).toBe(200);
      expect(page.headers.get('set-cookie'), path).toBeNull();
    }
  });

  test('opens a user whose address has special characters of URLs', async () => {
    const { userId, visitor } = await newOwner();
    const user_id = `a/b?c=d&e#f%20'${userId}`;
    const page = await visitor.get('/dashboard/users');
    await visitor.submit(page, 'Add user', { email: user_id });
    const { document } = await visitor.get('/dashboard/users');
    const links = [...document.querySelectorAll('tbody tr')].at(-1)?.querySelectorAll('a') ?? [];
    expect(links).toHaveLength(3);
    for (const link of links) {
      const target = await visitor.get(link.getAttribute('href') ?? '');
      expect(target.status, link.href).toBe(200);
      expect(target.html).toContain("a/b?c=d&amp;e#f%20'");
    }
  });
});
