import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { mainText, type Page } from '../../support/dashboard-site.ts';
import { onEachDashboard } from '../../support/each-dashboard.ts';

onEachDashboard({}, (site, newOwner) => {
  const dayBefore = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

  const totalsOf = ({ document }: Page) =>
    Object.fromEntries(
      [...document.querySelectorAll('.totals div')].map((entry) => [
        entry.querySelector('dt')?.textContent,
        entry.querySelector('dd')?.textContent,
      ]),
    ) as Record<string, string>;
  /** Rows of the table under a chart, with its header. */
  const tableOf = ({ document }: Page, chart: number) =>
    [...(document.querySelectorAll('figure.chart')[chart]?.querySelectorAll('tr') ?? [])].map(
      (row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent),
    );

  /** An owner with one more user, and usage of both. */
  async function newOwnerWithUsage() {
    const { userId, visitor } = await newOwner();
    const editor = `editor-of-${userId}`;
    await site.createAccount({ user_id: editor, owner_id: userId });
    const usage = { calls: 10, failures: 1, fallbacks: 2, cached: 3, credits: 6 };
    await site.store.addUsage({ user_id: userId, day: dayBefore(0), ...usage });
    await site.store.addUsage({ user_id: editor, day: dayBefore(0), ...usage });
    await site.store.addUsage({ user_id: editor, day: dayBefore(29), ...usage });
    await site.store.addUsage({ user_id: editor, day: dayBefore(60), ...usage });
    await site.store.addUsage({ user_id: editor, day: dayBefore(398), ...usage });
    return { userId, editor, visitor };
  }

  test('adds up all users over 7, 30, 90 and 400 days', async () => {
    const { visitor } = await newOwnerWithUsage();
    const sums = { 7: 2, 30: 3, 90: 4, 400: 5 };
    for (const [days, rows] of Object.entries(sums)) {
      const page = await visitor.get(`/dashboard/usage?days=${days}`);
      expect(totalsOf(page), days).toEqual({
        Calls: String(10 * rows),
        Credits: String(6 * rows),
        'By a fallback provider': String(2 * rows),
        'From the cache': String(3 * rows),
        Failed: String(rows),
      });
      expect(page.document.querySelector('.tabs [aria-current]')?.textContent).toBe(`${days} days`);
      expect(Buffer.byteLength(page.html)).toBeLessThan(60_000);
      // The style sheet refers to them.
      const patterns = [...page.document.querySelectorAll('pattern')].map(({ id }) => id);
      expect(patterns).toEqual(['pattern-2', 'pattern-3', 'pattern-4']);
    }
    expect(totalsOf(await visitor.get('/dashboard/usage'))['Calls']).toBe('30');
  });

  test('shows the usage of one user', async () => {
    const { editor, visitor } = await newOwnerWithUsage();
    const all = await visitor.get('/dashboard/usage?days=7');
    const page = await visitor.submit(all, 'Show', { user: editor });
    expect(totalsOf(page)['Calls']).toBe('10');
    const select = page.document.querySelector<HTMLSelectElement>('#field-user');
    expect(select?.value).toBe(editor);
    const shown = page.document.querySelector('.tabs a')?.getAttribute('href');
    expect(shown).toContain(encodeURIComponent(editor));
  });

  test('shows each chart also as a table, newest day first', async () => {
    const { visitor } = await newOwnerWithUsage();
    const page = await visitor.get('/dashboard/usage?days=7');
    const [header, newest, ...others] = tableOf(page, 0);
    expect(header).toEqual([...['Day', 'Calls', 'Written', 'From the cache', 'Failed']]);
    expect(newest?.slice(1)).toEqual(['20', '12', '6', '2']);
    expect(page.document.querySelector('main > details:not([open])')?.textContent).toBe(
      'DetailsBy a fallback provider4',
    );
    expect(others).toHaveLength(6);
    expect(others.every((row) => row.slice(1).every((cell) => cell === '0'))).toBe(true);
    expect(tableOf(page, 1)[1]?.slice(1)).toEqual(['12']);
    for (const svg of page.document.querySelectorAll('figure svg')) {
      expect(svg.getAttribute('aria-label')).toMatch(/^(Calls|Credits) from .* peak: \d+\./);
    }
    expect(page.html).not.toMatch(/\sstyle=/);
  });

  test('groups 400 days by week and says so', async () => {
    const { visitor } = await newOwnerWithUsage();
    const page = await visitor.get('/dashboard/usage?days=400');
    expect(mainText(page)).toContain('Each bar is a week, starting on Monday');
    const [header, ...weeks] = tableOf(page, 0);
    expect(header?.[0]).toBe('Week of');
    expect([58, 59]).toContain(weeks.length);
    expect(mainText(await visitor.get('/dashboard/usage?days=90'))).not.toContain('week');
  });

  test('stays under 60 kB with large numbers on each day', async () => {
    const { userId, visitor } = await newOwner();
    const large = 123_456_789;
    for (let ago = 0; ago < 400; ago += 1) {
      await site.store.addUsage({
        ...{ user_id: userId, day: dayBefore(ago), calls: 4 * large + ago, failures: large },
        ...{ fallbacks: large, cached: large, credits: large },
      });
    }
    for (const days of [7, 30, 90, 400]) {
      for (const language of ['en', 'de']) {
        const page = await visitor.get(`/dashboard/usage?days=${days}`, {
          'accept-language': language,
        });
        expect(Buffer.byteLength(page.html), `${days} ${language}`).toBeLessThan(60_000);
      }
    }
  });

  test('can be downloaded as CSV by day', async () => {
    const { editor, visitor } = await newOwnerWithUsage();
    const csv = await visitor.get(
      `/dashboard/usage.csv?days=400&user=${encodeURIComponent(editor)}`,
    );
    expect(csv.headers.get('content-disposition')).toBe(
      'attachment; filename="altscribe-usage.csv"',
    );
    const [header, ...rows] = parse(csv.html, { bom: true });
    expect(header).toEqual(['day', 'calls', 'fallbacks', 'cached', 'failures', 'credits']);
    expect(rows.map(([day]) => day)).toEqual([0, 29, 60, 398].map(dayBefore));
    expect(rows[0]?.slice(1)).toEqual(['10', '2', '3', '1', '6']);
    const page = await visitor.get('/dashboard/usage?days=90');
    const link = [...page.document.querySelectorAll('a')].find(
      ({ textContent }) => textContent === 'Download CSV',
    );
    expect(link?.getAttribute('href')).toBe('/dashboard/usage.csv?days=90');
  });

  test('links to the next steps if there were no calls', async () => {
    const { visitor } = await newOwner();
    const page = await visitor.get('/dashboard/usage');
    expect(mainText(page)).toContain('There were no calls in this period.');
    expect(page.document.querySelector('.empty-state a')?.getAttribute('href')).toBe(
      '/dashboard/connect',
    );
    expect(page.document.querySelector('#field-user')).toBeNull();
  });

  test('offers a text field if there are too many users to choose from', async () => {
    const { userId, visitor } = await newOwner();
    for (let number = 0; number < 60; number += 1) {
      await site.createAccount({ user_id: `u${number}-${userId}`, owner_id: userId });
    }
    const page = await visitor.get(`/dashboard/usage?user=u7-${userId}`);
    const field = page.document.querySelector<HTMLInputElement>('#field-user');
    expect([field?.tagName, field?.value]).toEqual(['INPUT', `u7-${userId}`]);
    expect((await visitor.get(`/dashboard/usage?user=%20U7-${userId}%20`)).status).toBe(200);
  });

  test('responds for another owner’s user as if it did not exist', async () => {
    const victim = await newOwnerWithUsage();
    const { visitor } = await newOwner();
    for (const extension of ['', '.csv']) {
      const usageOf = (id: string) =>
        visitor.get(`/dashboard/usage${extension}?user=${encodeURIComponent(id)}`);
      const none = await usageOf('nobody@example.com');
      expect(none.status).toBe(404);
      for (const id of [victim.userId, victim.editor]) {
        const theirs = await usageOf(id);
        expect(theirs.status).toBe(404);
        expect(mainText(theirs)).toBe(mainText(none));
      }
    }
    expect(mainText(await visitor.get('/dashboard/usage?days=400'))).toContain('no calls');
  });
});
