import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { readExample } from '../../support/doc-examples.ts';
import { startWebhook } from '../../support/webhook.ts';
import { openHostShell, type HostShell } from '../../support/host-shell.ts';
import { startPostgres, type Postgres } from '../../support/postgres/server.ts';
import { text } from '../../support/provider-stand-in.ts';
import {
  providerEnv,
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';

// Each command is a separate process.
vi.setConfig({ testTimeout: 180_000 });

let whole: ServiceWithProviders;
let postgres: Postgres;

beforeAll(async () => {
  postgres = await startPostgres();
  whole = await startServiceWithProviders({ behaviours: { openai: text('Duas aves') } });
});

afterAll(async () => {
  await whole.dispose();
  await postgres.dispose();
});

/** The shell of that service's host. */
function openShell(): Promise<HostShell> {
  const { dataDir, url } = whole.service;
  const own = { DATA_DIR: dataDir, PORT: new URL(url).port };
  return openHostShell({ ...providerEnv(whole.providers), ...own });
}

/** Puts the first of the labelled drawings into a folder: all of them take seconds. */
async function labelOneDrawing(folder: string): Promise<void> {
  const [header = '', first = ''] = (await readFile('test/evaluation/labels.csv', 'utf8')).split(
    '\n',
  );
  const [file = ''] = first.split(',');
  await mkdir(folder, { recursive: true });
  await copyFile(join('test/evaluation', file), join(folder, file));
  await writeFile(join(folder, 'labels.csv'), `${header}\n${first}\n`);
}

test('an account is created, the sample image gets a text, and each command prints the documented output', async () => {
  const shell = await openShell();
  const made = await shell.run(readExample('README.md', 'altscribe account create'));
  const key = /alt_\w+/.exec(made.stdout)?.[0] ?? '';
  const birds = readExample('README.md', 'birds=');
  const url = 'http://127.0.0.1:3000';
  expect(birds).toContain(url);
  const { stdout } = await shell.run(birds.replace(url, whole.service.url).replace('alt_…', key));
  const [, promised = ''] = /^# (\{.*\})$/m.exec(birds) ?? [];
  expect(stdout).toContain(promised.replace('…', 'Duas aves'));
  expect(whole.lastCall().instructions).toContain('Brazilian Portuguese');
  const described = await shell.run(readExample('docs/cli.md', 'altscribe describe "$(npm root'));
  expect(described.stdout).toMatch(/birds\.jpg +Duas aves$/m);

  await copyFile('docs/birds.jpg', join(shell.folder, 'boat.jpg'));
  const webhook = await startWebhook();
  onTestFinished(() => webhook.stop());
  await labelOneDrawing(join(shell.folder, 'test/evaluation'));
  const restored = { DATA_DIR: join(shell.folder, 'restored') };
  /** The beginning of each command, its output, and its store if it is another one. */
  const commands: readonly [string, RegExp, object?][] = [
    ['--help', /Completion in bash and zsh/],
    ['account list', /"user_id":"site@example.com","plan_type":"pro","credits_available":499/],
    ['account credit', /credits_available: 999/],
    ['account history', / 500 .* invoice-7 .* Paid$/m],
    ['account usage', /^1 +0 +0 +0 +1 +\d{4}-/m],
    ['account usage --user-id', /key_\w+ +First key +\w{4} +1$/m],
    ['account repair', /usage_days_removed: 0/],
    ['account export', /^accounts: 1$/m],
    ['entries join', /calls_joined: 0/, { DATABASE_URL: await postgres.createDatabase() }],
    ['operator create', /\/dashboard\/setup\//],
    ['account invite', /\/dashboard\/invitation\//],
    ['languages', /^pt-BR +Brazilian Portuguese/m],
    ['health', /^$/],
    ['doctor', /^store +true .* every balance matches its entries$/m],
    ['alert test', /^sent: webhook$/m, { ALERT_WEBHOOK_URL: webhook.url }],
    ['backup', /backup\.tar\.gz/],
    ['restore', /accounts: 2/, restored],
    ['upgrade', /of this version/, { DATABASE_URL: await postgres.createDatabase() }],
    ['migrate', /entry credits/, { ...restored, DATABASE_URL: await postgres.createDatabase() }],
    ['describe', /^boat\.jpg +Duas aves$/m],
    ['describe', /^alt_text: Description of the image\n\nDuas aves$/m],
    ['evaluate', /^answered +1 of 1/m],
  ];
  const lines = readExample('docs/cli.md', 'altscribe --help').trimEnd().split('\n');
  expect(lines).toHaveLength(commands.length);
  for (const [index, [beginning, says, store]] of commands.entries()) {
    const line = lines[index] ?? '';
    expect(line).toContain(`altscribe ${beginning}`);
    const output = await shell.run(line, store);
    expect(output.stdout + output.stderr, line).toMatch(says);
  }
});
