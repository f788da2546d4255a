import { expect, test } from 'vitest';
import { type CallRecord, callOutcomes } from '../../../service/storage/interfaces/usage-log.ts';
import { mainText } from '../../support/dashboard-site.ts';
import { onEachDashboard, pagesOf, rowCounts, rowsOf } from '../../support/each-dashboard.ts';

onEachDashboard({}, (site, newOwner) => {
  const call = (user_id: string, fields: Partial<CallRecord> = {}): CallRecord => ({
    ...{ user_id, request_id: crypto.randomUUID(), at: new Date().toISOString(), outcome: 'ok' },
    ...{ language: 'de', provider: 'openai', model: 'gpt-5.4-mini', ms: 1_234, credits: 1 },
    ...fields,
  });

  test('shows the newest calls of one user in words', async () => {
    const { userId, visitor } = await newOwner();
    const editor = `editor-of-${userId}`;
    await site.createAccount({ user_id: editor, owner_id: userId });
    const at = (ago: number) => new Date(Date.now() - ago).toISOString();
    await site.store.addCalls([
      call(userId, { at: at(7_200_000), request_id: 'first' }),
      call(userId, {
        ...{ at: at(1_000), request_id: 'second', outcome: 'picture-refused', language: 'pt-BR' },
        ...{ provider: null, model: null, ms: 12, credits: 0 },
      }),
      call(editor, { request_id: 'of the editor' }),
    ]);
    const page = await visitor.get('/dashboard/calls');
    expect(rowsOf(page).map(([, ...row]) => row)).toEqual([
      ['Image could not be read', 'Brazilian Portuguese', '0', 'Show 12 msRequest ID: second'],
      [
        ...['Alt text generated', 'German', '1'],
        'Showopenai gpt-5.4-mini1.23 secRequest ID: first',
      ],
    ]);
    const details = [...page.document.querySelectorAll('td details')];
    expect(details.map((one) => one.hasAttribute('open'))).toEqual([false, false]);
    expect(rowsOf(page)[1]?.[0]).toMatch(/^2 hours ago \(.* UTC\)$/);
    const theirs = await visitor.submit(page, 'Show', { user: editor });
    expect(rowsOf(theirs)[0]?.at(-1)).toContain('of the editor');
    expect(rowsOf(theirs)).toHaveLength(1);
    const german = await visitor.get('/dashboard/calls', { 'accept-language': 'de-CH, en;q=0.5' });
    expect(rowsOf(german)[1]?.slice(1, 3)).toEqual(['Alternativtext generiert', 'Deutsch']);
  });

  test('filters calls by outcome', async () => {
    const { userId, visitor } = await newOwner();
    await site.store.addCalls(callOutcomes.map((outcome) => call(userId, { outcome })));
    const all = await visitor.get('/dashboard/calls');
    for (const outcome of callOutcomes) {
      const page = await visitor.submit(all, 'Show', { outcome });
      expect(rowsOf(page), outcome).toHaveLength(1);
      const select = page.document.querySelector<HTMLSelectElement>('#field-outcome');
      expect(select?.selectedOptions[0]?.textContent).toBe(rowsOf(page)[0]?.[1]);
    }
    expect(rowsOf(await visitor.get('/dashboard/calls?outcome=made-up'))).toHaveLength(
      callOutcomes.length,
    );
    const other = await newOwner();
    await site.store.addCalls([call(other.userId)]);
    const none = await other.visitor.get('/dashboard/calls?outcome=busy');
    expect(mainText(none)).toContain('No calls with this outcome.');
  });

  test('shows 200 calls on pages under 60 kB that keep the filter', async () => {
    const { userId, visitor } = await newOwner();
    await site.store.addCalls(
      Array.from({ length: 250 }, (_, number) =>
        call(userId, {
          ...{ request_id: `${'&'.repeat(32)}${number}`, outcome: 'providers-failed', ms: 12_345 },
          ...{ model: 'a-model-with-a-long-name-<b>preview</b>-2026-11-20', language: 'zh-HK' },
        }),
      ),
    );
    for (const language of ['en', 'de']) {
      const path = '/dashboard/calls?outcome=providers-failed';
      const pages = await pagesOf(visitor, path, { 'accept-language': language });
      expect(rowCounts(pages)).toEqual([50, 50, 50, 50]);
      for (const { url, document } of pages) {
        expect(url).toContain('outcome=providers-failed');
        expect(document.querySelectorAll('main b')).toHaveLength(0);
      }
    }
  });

  test('links to the next steps if there were no calls', async () => {
    const { visitor } = await newOwner();
    const page = await visitor.get('/dashboard/calls');
    expect(mainText(page)).toContain('No calls yet.');
    expect(page.document.querySelector('.empty-state a')?.getAttribute('href')).toBe(
      '/dashboard/connect',
    );
  });

  test('responds for another owner’s user as if it did not exist', async () => {
    const victim = await newOwner();
    const { visitor } = await newOwner();
    await site.store.addCalls([call(victim.userId, { request_id: 'secret' })]);
    const callsOf = (id: string) => visitor.get(`/dashboard/calls?user=${encodeURIComponent(id)}`);
    const none = await callsOf('nobody@example.com');
    const theirs = await callsOf(victim.userId);
    expect([none.status, theirs.status]).toEqual([404, 404]);
    expect(mainText(theirs)).toBe(mainText(none));
    expect(theirs.html).not.toContain('secret');
  });
});
