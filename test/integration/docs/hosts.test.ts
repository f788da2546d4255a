import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readExample } from '../../support/doc-examples.ts';
import { openHostShell } from '../../support/host-shell.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { dataUri, plainImage } from '../../support/images.ts';
import { startProviderStandIn, text } from '../../support/provider-stand-in.ts';
import { createClient } from '../../../shared/client.ts';
import { startService } from '../../support/service.ts';

// Each command is a separate process.
vi.setConfig({ testTimeout: 60_000 });

const postgres = usePostgres();

const create =
  'altscribe account create --user-id site@example.com --plan pro --credits 500 --create';

test('docs/backup.md: a folder is backed up, manually and by cron, and restored', async () => {
  const shell = await openHostShell();
  await mkdir(join(shell.folder, 'backups'));
  /** The same in the test's own folder. */
  const here = (example: string, data: string) =>
    example
      .replaceAll('/var/backups', join(shell.folder, 'backups'))
      .replaceAll('/var/lib/altscribe', join(shell.folder, data));
  const DATA_DIR = join(shell.folder, 'data');
  await shell.run(create, { DATA_DIR });
  await shell.run(here(readExample('docs/backup.md', 'altscribe backup'), 'data'), { DATA_DIR });
  const restore = readExample('docs/backup.md', 'DATA_DIR=/var/lib/altscribe altscribe restore');
  await shell.run(here(restore, 'restored'));
  const list = 'altscribe account list --json';
  const { stdout } = await shell.run(list, { DATA_DIR: join(shell.folder, 'restored') });
  expect(JSON.parse(stdout)).toMatchObject([{ credits_available: 500 }]);

  // Cron removes five fields, and the backslash before a percent sign.
  const line = readExample('docs/backup.md', '17 3 * * *');
  const command = /^(?:\S+ +){5}(.*)$/m.exec(line)?.[1]?.replaceAll('\\%', '%') ?? '';
  await shell.run(here(command, 'data'));
  expect((await shell.run('ls backups')).stdout).toMatch(/^altscribe-[1-7]\.tar\.gz$/m);
});

test('docs/backup.md: the commands for PostgreSQL are the ones that the program prints', async () => {
  const shell = await openHostShell();
  const DATABASE_URL = 'postgres://altscribe:secret@db.example.com:5432/altscribe';
  const printed = [];
  for (const command of ['backup', 'restore']) {
    const failed = await shell.run(`altscribe ${command} altscribe.dump`, { DATABASE_URL }).then(
      () => undefined,
      (error: unknown) => error as { stderr: string },
    );
    printed.push(/^ {2}(\S.*)$/m.exec(failed?.stderr ?? '')?.[1]);
  }
  expect(printed).toEqual(readExample('docs/backup.md', '(umask').trimEnd().split('\n'));
});

test('docs/data-protection.md: with a local model, no data leaves the machine', async () => {
  const providers = await startProviderStandIn({ openai: text('Two birds') });
  onTestFinished(() => providers.stop());
  const example = readExample('docs/data-protection.md', 'OPENAI_BASE_URL=');
  const command = example.replace('http://127.0.0.1:11434/v1', providers.openaiBaseUrl);
  expect(command).not.toBe(example);
  const { env } = await openHostShell();
  // `exec`, so the test ends the service and not the shell.
  const service = await startService({ PATH: env['PATH'] ?? '' }, [
    'sh',
    '-c',
    `exec env ${command}`,
  ]);
  onTestFinished(() => service.dispose());
  const apiKey = await service.createAccount({ user_id: 'site@example.com' });
  const image_file = dataUri(await plainImage());
  const { altText } = await createClient({ url: service.url, apiKey }).generateAltText({
    user_id: 'site@example.com',
    image_file,
  });
  expect(altText).toBe('Two birds');
  expect(providers.calls.map(({ provider, model }) => [provider, model])).toEqual([
    ['openai', 'gemma3'],
  ]);
});

test('docs/install.md and scaling.md: a database is created, filled from files, and its calls are rolled up', async () => {
  const password = 'p@ss:word/?#%';
  const sql = readExample('docs/install.md', 'CREATE ROLE').replace('…', password);
  const superuser = postgres.address('postgres');
  for (const statement of sql.split(';\n').filter(Boolean)) {
    await postgres.run(superuser, statement);
  }
  onTestFinished(async () => {
    await postgres.run(superuser, 'DROP DATABASE altscribe');
    await postgres.run(superuser, 'DROP ROLE altscribe');
  });
  const shell = await openHostShell();
  const DATA_DIR = join(shell.folder, 'data');
  await shell.run(create, { DATA_DIR });
  const { port } = new URL(postgres.address(''));
  const migrate = readExample('docs/scaling.md', 'DATABASE_URL=')
    .replace('…', encodeURIComponent(password))
    .replace('db.example.com', `127.0.0.1:${port}`);
  expect((await shell.run(migrate, { DATA_DIR })).stdout).toMatch(/^accounts +1 +1$/m);
  const [DATABASE_URL] = /postgres:\S+/.exec(migrate) ?? [];
  const rollUpCalls = readExample('docs/scaling.md', 'altscribe entries join');
  const { stdout, stderr } = await shell.run(rollUpCalls, { DATABASE_URL });
  expect(stdout).toContain('calls_joined: 0');
  expect(stderr).toContain('Changed: the database altscribe');
});
