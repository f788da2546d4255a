import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { commandLine } from '../../../service/accounts/change-log.ts';
import { mainText, type Visitor } from '../../support/dashboard-site.ts';
import { onEachDashboard, pagesOf, rowCounts } from '../../support/each-dashboard.ts';

const log = '/dashboard/log';

onEachDashboard({}, (site) => {
  let operator: Visitor;
  beforeAll(async () => {
    operator = await site.signInAsOperator('operator@example.com');
  });

  let minutes = 0;
  const add = (action: string, fields: object = {}) =>
    site.store.addChange({
      id: `change ${(minutes += 1)}`,
      at: new Date(Date.now() - 86_400_000 + minutes * 1_000).toISOString(),
      ...{ actor: 'operator@example.com', user_id: 'a@example.com', details: {} },
      action,
      ...fields,
    });

  test('describes each change in words and escapes names', async () => {
    expect(mainText(await operator.get(log))).toContain('No changes found.');
    await add('account.credited', { details: { credits: 1_200, note: 'paid', reference: null } });
    await add('key.created', { details: { name: '<script>x</script>', last4: 'x1Yz' } });
    await add('sign-in.refused', {
      actor: '=cmd|/C calc',
      user_id: null,
      details: { address: '203.0.113.9' },
    });
    await add('account.created', { actor: commandLine });
    const page = await operator.get(log);
    expect(mainText(page)).toContain('Credits: 1,200, Reason: paid');
    expect(mainText(page)).toContain('command line');
    expect(mainText(page)).toContain('Name: <script>x</script>, Key: ••••x1Yz');
    expect(page.html).not.toContain('<script>x');
    const german = mainText(await operator.get(log, { 'accept-language': 'de' }));
    expect(german).toContain('Guthaben: 1.200, Grund: paid');
    expect(german).toContain('Anmeldung abgelehnt');
    expect(german).toContain('Kommandozeile');
    expect(german).not.toContain('command line');

    const csv = await operator.get(`${log}.csv`);
    expect(csv.headers.get('content-disposition')).toContain('altscribe-log.csv');
    const rows = parse<Record<string, string>>(csv.html, { bom: true, columns: true });
    expect(rows[0]).toMatchObject({ action: 'account.created', actor: commandLine });
    expect(rows[1]).toMatchObject({ action: 'sign-in.refused', actor: "'=cmd|/C calc" });
    expect(rows).toHaveLength(4);
  });

  test('filters by change and by account, page by page', async () => {
    for (let n = 0; n < 100; n++) await add('key.revoked', { user_id: 'b@example.com' });
    const filter = { action: 'key.revoked', about: 'B@example.com' };
    const { url } = await operator.submit(await operator.get(log), 'Show', filter);
    const pages = await pagesOf(operator, url.slice(site.url.length));
    expect(rowCounts(pages)).toEqual([50, 50]);
    for (const page of pages) expect(mainText(page)).not.toContain('a@example.com');
    expect((await operator.get(`${log}?about=nobody@example.com`)).document.title).toContain(
      'Change log',
    );
  });
});
