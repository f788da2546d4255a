import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { otherReasons } from '../../../service/operations/errors.ts';
import { problemCodes } from '../../../shared/problem-codes.ts';
import { getDebianProgram } from '../../support/debian-program.ts';
import { startMonitoredService } from '../../support/monitored-service.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { parseQuery, parseScrape, type Matcher, type Series } from '../../support/promql.ts';
import { readMail, startSmtpServer } from '../../support/smtp-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { findFreePort } from '../../wordpress/free-port.ts';
import { run } from '../../wordpress/run.ts';

const timeout = 300_000;
const alertsPath = 'deploy/monitoring/alerts.yml';
const ruleTestsPath = 'test/integration/deploy/alerts.promtool.yml';

interface Dashboard {
  readonly panels: readonly { title: string; targets?: readonly { expr: string }[] }[];
}
interface RuleTests {
  readonly tests: readonly {
    readonly alert_rule_test: readonly { alertname: string; exp_alerts: readonly object[] }[];
  }[];
}
interface Rules {
  readonly groups: readonly { rules: readonly { alert: string; expr: string }[] }[];
}

const postgres = usePostgres();
let service: Awaited<ReturnType<typeof startMonitoredService>>;
let series: Series[];
const dashboard: [title: string, query: string][] = [];
const alerts: [name: string, query: string][] = [];

beforeAll(async () => {
  const { panels } = JSON.parse(
    await readFile('deploy/monitoring/grafana-dashboard.json', 'utf8'),
  ) as Dashboard;
  // Like Grafana: inserts the selected values.
  const fill = (query: string) =>
    query.replaceAll('$job', 'altscribe').replaceAll('$__rate_interval', '1m');
  for (const { title, targets = [] } of panels) {
    for (const { expr } of targets) dashboard.push([title, fill(expr)]);
  }
  const { groups } = parse(await readFile(alertsPath, 'utf8')) as Rules;
  for (const { alert, expr } of groups.flatMap(({ rules }) => rules)) alerts.push([alert, expr]);

  service = await startMonitoredService(postgres);
  expect(await service.seeEverything()).toEqual(expect.arrayContaining([200, 401, 403, 429, 500]));
  series = parseScrape(await service.scrape());
}, 120_000);

afterAll(() => service.dispose());

/** Prometheus adds these to scraped metrics. */
const ofPrometheus = new Set(['job', 'instance']);

/** Values that the service may report, in addition to those in this test. */
const reasons = new Set<string>([...otherReasons, ...Object.keys(problemCodes)]);

function problemOf({ label, operator, value }: Matcher, ofMetric: readonly Series[]) {
  if (ofPrometheus.has(label)) return [];
  const values = ofMetric.flatMap(({ labels }) => labels[label] ?? []);
  if (values.length === 0) return [`no label ${label}`];
  if (operator.startsWith('!') || value === '') return [];
  const pattern = operator === '=~' ? new RegExp(`^(?:${value})$`) : undefined;
  const known = label === 'reason' ? [...reasons] : values;
  return known.some((one) => pattern?.test(one) ?? one === value) ? [] : [`no ${label} ${value}`];
}

test('every metric, label and value of the dashboard and the alerts is in a real scrape', () => {
  const queries = [...dashboard, ...alerts];
  expect(dashboard.length).toBeGreaterThan(30);
  expect(alerts.length).toBeGreaterThan(12);
  const problems = queries.flatMap(([name, query]) => {
    const { selectors, groupings } = parseQuery(query);
    const read = selectors.filter(({ metric }) => metric !== 'up');
    const ofMetric = (metric: string) => series.filter((one) => one.metric === metric);
    const all = read.flatMap(({ metric }) => ofMetric(metric));
    return [
      ...read.flatMap(({ metric, matchers }) =>
        ofMetric(metric).length === 0
          ? [`no ${metric}`]
          : matchers.flatMap((matcher) => problemOf(matcher, ofMetric(metric))),
      ),
      ...groupings
        .filter((label) => !ofPrometheus.has(label) && !all.some(({ labels }) => label in labels))
        .map((label) => `nothing to group by ${label}`),
    ].map((problem) => `${name}: ${problem}`);
  });
  expect(problems).toEqual([]);
});

test('labels have few values: no user, key, URL or path', () => {
  const own = series.filter(({ metric }) => metric.startsWith('altscribe_'));
  for (const { labels } of own) {
    for (const value of Object.values(labels)) expect(value).toMatch(/^[\w.+-]*$/);
  }
  expect(own.length).toBeLessThan(1_000);
});

test('docs/monitoring.md lists all of our metrics and reasons', async () => {
  const docs = await readFile('docs/monitoring.md', 'utf8');
  const names = new Set(series.map(({ metric }) => metric.replace(/_(bucket|sum|count)$/, '')));
  const ours = [...names].filter((name) => name.startsWith('altscribe_'));
  expect(ours.filter((name) => !docs.includes(`\`${name}\``))).toEqual([]);
  const named = [...docs.matchAll(/`(altscribe_\w+)`/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !names.has(name))).toEqual([]);
  expect(otherReasons.filter((reason) => !docs.includes(`\`${reason}\``))).toEqual([]);
  expect(alerts.filter(([name]) => !docs.includes(name))).toEqual([]);
});

test('the tests of the rules make every alert fire', async () => {
  const { tests } = parse(await readFile(ruleTestsPath, 'utf8')) as RuleTests;
  const fired = tests
    .flatMap((one) => one.alert_rule_test)
    .filter(({ exp_alerts: expected }) => expected.length > 0)
    .map(({ alertname }) => alertname);
  expect(alerts.filter(([name]) => !fired.includes(name))).toEqual([]);
});

/** Runs a program until the test has finished. */
function startProgram(program: string, args: readonly string[]): void {
  const child = spawn(program, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
}

describe('Prometheus from Debian', () => {
  test('promtool accepts every alert, and each fires when it should', { timeout }, async () => {
    const promtool = await getDebianProgram('prometheus', 'usr/bin/promtool');
    const folder = await temporaryFolder();
    await copyFile(alertsPath, join(folder, 'alerts.yml'));
    const tests = join(folder, 'tests.yml');
    await copyFile(ruleTestsPath, tests);
    await copyFile('deploy/monitoring/prometheus.yml', join(folder, 'prometheus.yml'));
    await run(promtool, ['check', 'config', join(folder, 'prometheus.yml')]);
    await run(promtool, ['test', 'rules', tests]);
  });

  test(
    'Alertmanager sends an e-mail about an alert, and another when it is over',
    {
      timeout,
    },
    async () => {
      const smtp = await startSmtpServer('password');
      onTestFinished(() => smtp.stop());
      const alertmanager = await getDebianProgram(
        'prometheus-alertmanager',
        'usr/bin/prometheus-alertmanager',
      );
      const prometheus = await getDebianProgram('prometheus', 'usr/bin/prometheus');
      const folder = await temporaryFolder();
      const [address, target, web] = [
        `127.0.0.1:${await findFreePort()}`,
        `127.0.0.1:${await findFreePort()}`,
        `127.0.0.1:${await findFreePort()}`,
      ];
      const copy = async (name: string, change: (text: string) => string) => {
        const text = await readFile(`deploy/monitoring/${name}`, 'utf8');
        await writeFile(join(folder, name), change(text));
        return `--config.file=${join(folder, name)}`;
      };
      // The certificate of the mail server is its own. Nothing waits for others, or to be sure.
      const sends = await copy('alertmanager.yml', (text) =>
        text
          .replace('mail.example.com:587', `127.0.0.1:${smtp.port}`)
          .replace('send_resolved: true', '$&\n        tls_config: { insecure_skip_verify: true }')
          .replace('repeat_interval: 1d', '$&\n  group_wait: 0s\n  group_interval: 1s'),
      );
      await copy('alerts.yml', (text) => text.replace('for: 2m', 'for: 0s'));
      const scrapes = await copy(
        'prometheus.yml',
        (text) =>
          'global: { scrape_interval: 1s, evaluation_interval: 1s }\n' +
          text.replace('127.0.0.1:9464', target).replace('127.0.0.1:9093', address),
      );
      const listen = (where: string) => `--web.listen-address=${where}`;
      startProgram(prometheus, [scrapes, `--storage.tsdb.path=${folder}/p`, listen(web)]);
      // It has its templates in /usr/share, as if it were installed.
      const namespaces = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
      const mountShare = 'mount --bind "$1/../share" /usr/share && shift && exec "$@"';
      const options = [sends, `--storage.path=${folder}/a`, '--cluster.listen-address='];
      startProgram('unshare', [
        ...[...namespaces, '--mount', '--propagation=private'],
        ...['sh', '-c', mountShare, 'sh', dirname(alertmanager)],
        ...[alertmanager, ...options, listen(address)],
      ]);
      const subjects = () => smtp.mails.map((mail) => readMail(mail).subject);
      await expect
        .poll(subjects, { timeout: 60_000 })
        .toEqual([expect.stringMatching(/^\[FIRING:1\] AltscribeDown/)]);
      expect(smtp.mails[0]).toMatchObject({ to: ['operator@example.com'], secure: true });

      const [host, port] = target.split(':');
      const answers = createServer((_request, response) => response.end());
      answers.listen(Number(port), host);
      onTestFinished(() => void answers.close());
      await expect
        .poll(subjects, { timeout: 60_000 })
        .toEqual([expect.any(String), expect.stringMatching(/^\[RESOLVED\] AltscribeDown/)]);
    },
  );

  test('it scrapes the service, and every query returns data', { timeout }, async () => {
    const prometheus = await getDebianProgram('prometheus', 'usr/bin/prometheus');
    const folder = await temporaryFolder();
    const address = `127.0.0.1:${await findFreePort()}`;
    await copyFile(alertsPath, join(folder, 'alerts.yml'));
    const example = await readFile('deploy/monitoring/prometheus.yml', 'utf8');
    const often = 'global: { scrape_interval: 1s, evaluation_interval: 1s }\n';
    const config = join(folder, 'prometheus.yml');
    await writeFile(config, often + example.replace('127.0.0.1:9464', service.address));
    const args = [`--config.file=${config}`, `--storage.tsdb.path=${folder}/data`];
    startProgram(prometheus, [...args, `--web.listen-address=${address}`, '--log.level=warn']);

    async function ask<T>(path: string): Promise<T | undefined> {
      const response = await fetch(`http://${address}/api/v1/${path}`).catch(() => undefined);
      return response?.ok ? ((await response.json()) as { data: T }).data : undefined;
    }
    const query = async (text: string) =>
      (await ask<{ result: unknown[] }>(`query?query=${encodeURIComponent(text)}`))?.result;
    const scraped = 'count_over_time(up{job="altscribe"}[1m]) >= 3 and up == 1';
    await expect.poll(() => query(scraped), { timeout: 60_000, interval: 250 }).toHaveLength(1);

    const empty = [];
    for (const [title, text] of dashboard) {
      if (!(await query(text))?.length) empty.push(`${title}: ${text}`);
    }
    expect(empty).toEqual([]);
    for (const [, text] of alerts) expect(await query(text)).toBeInstanceOf(Array);
    interface Health {
      readonly groups: readonly { rules: readonly { health: string }[] }[];
    }
    const healths = async () =>
      (await ask<Health>('rules'))?.groups.flatMap(({ rules }) =>
        rules.map(({ health }) => health),
      );
    await expect.poll(healths, { timeout: 20_000, interval: 250 }).toEqual(alerts.map(() => 'ok'));
  });
});
