import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Gauge, Registry } from 'prom-client';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { mainText, startDashboard } from '../../support/dashboard-site.ts';
import {
  createOperator,
  createOwner,
  createVisitor,
  quickPasswords,
  signIn,
  type Visitor,
} from '../../support/dashboard-visitor.ts';
import { onEachStorage } from '../../support/each-storage.ts';
import { status, text } from '../../support/provider-stand-in.ts';
import {
  geminiKey,
  openaiKey,
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 });

const pages = ['/dashboard/health', '/dashboard/settings'];

/** Measurements are written every five seconds, and each page takes processor time. */
const seldom = { timeout: 20_000, interval: 500 };

onEachStorage((newEnv) => {
  let whole: ServiceWithProviders;
  let operator: Visitor;
  beforeAll(async () => {
    // The service looks for it in the folder in which it runs, which is this one.
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'altscribe-'));
    await writeFile(join(DATA_DIR, '.env'), 'REQUEST_DEADLINE_MS=24000\nLOG_LEVEL=debug\n');
    const env: Record<string, string> = {
      ...(await newEnv()),
      ...quickPasswords,
      DATA_DIR,
      LOG_LEVEL: 'info',
    };
    // Files are for one process.
    const processes = env['DATABASE_URL'] ? '2' : '1';
    whole = await startServiceWithProviders({ env: { ...env, WEB_CONCURRENCY: processes } });
    await createOperator(whole.service, 'operator@example.com');
    operator = createVisitor(whole.service.url);
    await signIn(operator, 'operator@example.com');
  });
  afterAll(() => whole.dispose());

  const cellsOf = ({ html }: { html: string }, row: string) => {
    const rows = html.split('<tr').filter((one) => one.includes(row));
    const cells = [...(rows[0] ?? '').matchAll(/data-label="([^"]*)"[^>]*>(.*?)<\/td>/g)];
    return Object.fromEntries(
      cells.map(([, label = '', value = '']) => [label, value.replaceAll(/<[^>]*>/g, '')]),
    ) as Record<string, string>;
  };

  test('shows every provider before any was asked', async () => {
    const page = await operator.get('/dashboard/health');
    expect(page.status).toBe(200);
    expect(page.html).toContain('No requests to providers in this period.');
    expect(cellsOf(page, '>openai')).toMatchObject({
      Provider: 'openaigpt-5.4-mini',
      Status: 'Not asked',
      Requests: '0',
      Answered: '–',
      'Typical time': '–',
    });
    expect(cellsOf(page, '>gemini')['Status']).toBe('Not asked');
    expect(page.html).toMatch(/<dt>Version<\/dt><dd>\d+\.\d+\.\d+(-dev)?<\/dd>/);
  });

  test('adds up the answers, failures, latencies and tokens of all processes', async () => {
    for (let n = 0; n < 8; n += 1) expect((await whole.generate()).status).toBe(200);
    whole.providers.set({ openai: status(401) });
    await Promise.all([whole.generate(), whole.generate()]);
    const requests = async () => {
      const health = await operator.get('/dashboard/health');
      return ['>openai', '>gemini'].map((row) => cellsOf(health, row)['Requests']);
    };
    await expect.poll(requests, seldom).toEqual(['10', '2']);
    const page = await operator.get('/dashboard/health');
    expect(cellsOf(page, '>openai')).toMatchObject({
      Requests: '10',
      Answered: '80%',
      'Share of answers': '80%',
      // The tokens that the stand-in reports for each answer.
      'Tokens in': '8,000',
      'Tokens out': '400',
    });
    expect(cellsOf(page, '>openai')['Typical time']).toMatch(/^[\d.]+\s(ms|sec)$/);
    expect(cellsOf(page, '>gemini')).toMatchObject({
      Requests: '2',
      Answered: '100%',
      'Share of answers': '20%',
      'Tokens in': '2,400',
      'Tokens out': '120',
    });
    expect(cellsOf(page, 'API key rejected')['Count']).toBe('2');
    expect(page.html).toMatch(
      /<dt>Store, typical \/ slowest 5%<\/dt><dd>[\d.]+\s(ms|sec) \/ [\d.]+\s(ms|sec)<\/dd>/,
    );
    expect(page.html).toMatch(/<dt>Memory in use<\/dt><dd>[\d.,]+ MB<\/dd>/);
    expect(page.html).toContain('<dt>Images waiting</dt><dd>0</dd>');

    const metrics = await (await fetch(`${whole.service.url}/metrics`)).text();
    const counter = 'altscribe_provider_tokens_total';
    expect(metrics).toContain(`${counter}{provider="openai",direction="input"} 8000\n`);
    expect(metrics).toContain(`${counter}{provider="gemini",direction="output"} 120\n`);
  });

  test('shows charts of the last hour and the last 24 hours, each with its table', async () => {
    for (const hours of [1, 24]) {
      const page = await operator.get(`/dashboard/health?hours=${hours}`);
      const figures = page.html.split('<figure').slice(1);
      const titles = figures.map((figure) => /<figcaption>([^<]*)/.exec(figure)?.[1]);
      expect(titles).toEqual([
        'Requests to openai',
        'Latency of openai',
        'Requests to gemini',
        'Latency of gemini',
        'Credits spent',
      ]);
      /** The sum of each column below a chart; the calls may be of two minutes. */
      const sums = (chart: number) => {
        const rows = (figures[chart]?.split('<tr>').slice(2) ?? []).map((row) =>
          [...row.matchAll(/<td>([^<]*)/g)].map(([, cell]) => Number(cell)),
        );
        return rows[0]?.map((_, column) => rows.reduce((sum, row) => sum + (row[column] ?? 0), 0));
      };
      expect(sums(0)).toEqual([8, 2]);
      expect(sums(2)).toEqual([2, 0]);
      expect(sums(4)).toEqual([10]);
      expect(figures[1]).toMatch(/<td>[\d.]+\s(ms|sec)<\/td><td>[\d.]+\s(ms|sec)<\/td>/);
      for (const figure of figures) {
        expect(figure).toMatch(/role="img" aria-label="[^"]+; peak: [^"]+"/);
      }
      expect(page.html).not.toMatch(/\sstyle=/);
    }
  });

  test('shows an open circuit breaker', async () => {
    whole.providers.set({ openai: status(401) });
    for (let n = 0; n < 16; n += 1) await whole.generate();
    const page = await operator.get('/dashboard/health');
    expect(cellsOf(page, '>openai')['Status']).toBe('Skipped');
  });

  test('names the variable to correct, and shows the message of a model server that takes no images', async () => {
    const says = 'the \\ model is not a multimodal model';
    whole.providers.set({ openai: status(500), gemini: status(400, says) });
    await whole.generate();
    whole.providers.set({ gemini: text('A text by Gemini') });
    await expect
      .poll(async () => (await operator.get('/dashboard/health')).html, seldom)
      .toContain('Does not accept images');
    const page = await operator.get('/dashboard/health');
    const row = `Does not accept images: check GEMINI_MODEL: message “${says}”`;
    expect(cellsOf(page, row)['Count']).toBe('1');
    expect(cellsOf(page, 'API key rejected: check OPENAI_API_KEY')['Count']).toBeDefined();
  });

  test('shows settings with their source and without secrets', async () => {
    const page = await operator.get('/dashboard/settings');
    expect(page.status).toBe(200);
    expect(cellsOf(page, '>RATE_LIMIT_PER_MINUTE<')).toEqual({
      Setting: 'RATE_LIMIT_PER_MINUTE',
      Value: '10000',
      Source: 'Environment',
    });
    expect(cellsOf(page, '>REQUEST_DEADLINE_MS<')).toMatchObject({
      Value: '24000',
      Source: '.env file',
    });
    expect(cellsOf(page, '>LOG_LEVEL<')).toMatchObject({ Value: 'info', Source: 'Environment' });
    expect(cellsOf(page, '>CACHE_TTL_SECONDS<').Source).toBe('Default');
    expect(cellsOf(page, '>OPENAI_API_KEY<').Value).toBe(`••••${openaiKey.slice(-4)}`);
    for (const secret of [openaiKey, geminiKey]) expect(page.html).not.toContain(secret);
    expect(page.html).not.toMatch(/postgres(ql)?:\/\/[^<]*@/);
  });

  test('both pages are translated into German and small', async () => {
    for (const path of pages) {
      const page = await operator.get(path, { 'accept-language': 'de' });
      expect(page.html).toMatch(/<h1>(Zustand|Einstellungen)<\/h1>/);
      expect(Buffer.byteLength(page.html)).toBeLessThan(60_000);
    }
  });

  test('require an operator to be signed in', async () => {
    await createOwner(whole.service, 'owner@example.com');
    const owner = createVisitor(whole.service.url);
    await signIn(owner, 'owner@example.com');
    const none = await owner.get('/dashboard/nothing-here');
    expect(none.status).toBe(404);
    const main = ({ html }: { html: string }) => /<main.*<\/main>/s.exec(html)?.[0];
    for (const path of pages) {
      const page = await owner.get(path);
      expect(page.status).toBe(404);
      expect(main(page)).toBe(main(none));
      const stranger = await createVisitor(whole.service.url).get(path);
      expect([stranger.status, stranger.location]).toEqual([
        303,
        `/dashboard/sign-in?next=${encodeURIComponent(path)}`,
      ]);
      expect((await operator.post(path, {})).status).toBe(405);
    }
  });
});

test('escapes names and reports a process that is stuck', async () => {
  const hostile = '<script>alert(1)</script>';
  const registry = new Registry();
  const name = 'altscribe_workers_measured';
  new Gauge({ name, help: 'Two of three.', registers: [registry] }).set(2);
  const site = await startDashboard(
    {},
    {
      version: hostile,
      processes: 3,
      models: [{ provider: 'openai', model: hostile, variableToCorrect: () => undefined }],
      settings: [{ name: hostile, value: hostile, isSecret: false, source: 'environment' }],
      readMeasurements: () => registry.metrics(),
    },
  );
  onTestFinished(() => site.stop());
  const operator = await site.signInAsOperator('operator@example.com');
  for (const path of pages) {
    const page = await operator.get(path);
    expect(mainText(page)).toContain(hostile);
    expect(page.html).not.toContain('<script>alert');
  }
  expect(mainText(await operator.get('/dashboard/health'))).toContain('2 of 3 respond');
});
