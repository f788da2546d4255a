import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { executeCommand } from '../../../service/cli/execute-command.ts';
import { providerEnv } from '../../support/service-with-providers.ts';
import { startService } from '../../support/service.ts';
import { runCli, runCliJson, runHere, startCli } from '../../support/run-to-end.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { setScene, slowly } from '../chaos/scene.ts';

interface Entry {
  readonly reason: string;
  readonly request_id: string | null;
}

const backups = 2;

test('a backup under load contains every credit, and a service runs on the restored data', async () => {
  const credits = 1_000;
  const { store, providers, callers, userId, start } = await setScene('lowdb', { credits });
  providers.set({ openai: slowly(5) });
  const service = await start();
  const { dataDir } = service;
  const folder = await temporaryFolder();
  // Few enough calls that none are rolled up.
  const working = callers.work(service.url, { atOnce: 12, calls: 150 });
  const made = [];
  for (let index = 0; index < backups; index++) {
    const enough = (index + 1) * 20;
    await expect
      .poll(() => callers.answered(200).length, { interval: 1, timeout: 20_000 })
      .toBeGreaterThan(enough);
    const answered = callers.answered(200);
    const file = join(folder, `${index}.tar.gz`);
    await runCliJson(dataDir, 'backup', file);
    made.push({ file, answered });
  }
  await working;
  expect(callers.answered(200)).toHaveLength(150);

  for (const { file, answered } of made) {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const restored = join(folder, 'restored');
    await mkdir(restored);
    expect(await runCliJson(restored, 'restore', file)).toMatchObject({
      accounts: 1,
      imbalances: 0,
    });
    const config = { dataDir: restored, databaseUrl: undefined };
    const command = (name: string) => executeCommand(config, name, { user_id: userId });
    const entries = (await command('account history')) as Entry[];
    const ids = entries.flatMap(({ reason, request_id: id }) => (reason === 'call' ? [id] : []));
    // Every call answered before the backup, none twice, and no others.
    expect(answered.filter((id) => !ids.includes(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !callers.answered(200).includes(id ?? ''))).toEqual([]);
    expect(await command('account show')).toMatchObject({
      credits_available: credits - ids.length,
    });

    if (file === made.at(-1)?.file) {
      const next = await startService({ ...providerEnv(providers), DATA_DIR: restored });
      expect((await callers.call(next.url)).answer).toMatchObject({
        status: 200,
        body: { CreditsAvailable: credits - ids.length - 1 },
      });
      await next.stop();
    }
    await rm(restored, { recursive: true });
  }
  expect(await store.command('store check')).toMatchObject({ imbalances: [] });
}, 60_000);

test('tar and sha256sum can read a backup, and other users cannot', async () => {
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  await makeAccount(dataDir);
  await runCliJson(dataDir, 'backup', join(folder, 'backup.tar.gz'));
  const run = promisify(execFile);
  await run('tar', ['-xzf', 'backup.tar.gz'], { cwd: folder });
  const { stdout } = await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
    cwd: folder,
  });
  expect(stdout).toMatch(/^backup\.json: OK$\n^accounts\/[0-9a-f]{3}\.json: OK$/m);
  const modes = await Promise.all(
    ['SHA256SUMS', 'accounts/' + ((await readdir(join(folder, 'accounts')))[0] ?? '')].map(
      async (name) => (await stat(join(folder, name))).mode & 0o777,
    ),
  );
  expect(modes).toEqual([0o600, 0o600]);
});

test('reports a missing store or a missing target folder', async () => {
  const folder = await temporaryFolder();
  const nothing = join(folder, 'nothing');
  await mkdir(nothing);
  const none = await runCli(nothing, 'backup', join(folder, 'b.tar.gz'));
  expect(none).toMatchObject({ code: 1, stdout: '' });
  expect(none.stderr).toBe(
    `There is no store in ${nothing}: set DATA_DIR to the folder of the service.\n`,
  );
  expect(await readdir(nothing)).toEqual([]);

  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  await makeAccount(dataDir);
  const away = join(folder, 'away/b.tar.gz');
  const refused = await runCli(dataDir, 'backup', away);
  expect(refused).toMatchObject({
    code: 1,
    stderr: `${away} cannot be written: no such file or directory.\n`,
  });
});

/** A socket that starts a backup and continues as the test decides. */
async function serveBackup(dataDir: string, goOn: (response: ServerResponse) => void) {
  await mkdir(join(dataDir, 'accounts'), { recursive: true });
  const server = createServer((_request, response) => {
    response.write('the beginning of a backup', () => goOn(response));
  });
  await new Promise<void>((resolve) => server.listen(join(dataDir, 'altscribe.sock'), resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
}

test.each([
  [
    'breaks off',
    (response: ServerResponse) => void response.destroy(),
    /^The connection to the service broke during the backup, and no backup was made\./,
  ],
  [
    'ends too early',
    (response: ServerResponse) => void response.end(),
    /^The backup was not written correctly: It is damaged, incomplete/,
  ],
])('a backup that %s leaves the previous one unchanged', async (_how, goOn, said) => {
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'data');
  await serveBackup(dataDir, goOn);
  const file = join(folder, 'b.tar.gz');
  await writeFile(file, 'the one before');
  const { code, stderr } = await runCli(dataDir, 'backup', file);
  expect(code).toBe(1);
  expect(stderr).toMatch(said);
  expect(await readFile(file, 'utf8')).toBe('the one before');
  expect((await readdir(folder)).sort()).toEqual(['b.tar.gz', 'data']);
});

test('kill -9 during a backup leaves the previous one unchanged', async () => {
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'data');
  const middle = new Promise<void>((resolve) => {
    void serveBackup(dataDir, () => resolve());
  });
  await expect.poll(() => existsSync(join(dataDir, 'altscribe.sock'))).toBe(true);
  const file = join(folder, 'b.tar.gz');
  await writeFile(file, 'the one before');
  const command = startCli({}, dataDir, 'backup', file);
  const ended = new Promise((resolve) => command.once('close', resolve));
  await middle;
  command.kill('SIGKILL');
  await ended;
  expect(await readFile(file, 'utf8')).toBe('the one before');
});

test('calls wait for a backup, but not for one that nothing reads', async () => {
  const { callers, providers, start } = await setScene('lowdb', { credits: 5 });
  providers.set({ openai: slowly(1) });
  const service = await start();
  // Larger than the buffer of a socket without a reader.
  const calls = join(service.dataDir, 'calls');
  await mkdir(calls, { recursive: true });
  await writeFile(join(calls, `${'0'.repeat(64)}.jsonl`), randomBytes(20_000_000));
  const asked = request({ socketPath: join(service.dataDir, 'altscribe.sock'), path: '/backup' });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const broken = once(response, 'error');
  const { answer } = await callers.call(service.url);
  expect(answer).toMatchObject({ status: 200 });
  response.resume();
  expect(await broken).toMatchObject([{ code: 'ECONNRESET' }]);
  expect(service.log()).toContain('The backup was not read fast enough');
}, 60_000);

async function makeAccount(dataDir: string): Promise<void> {
  const options = ['--user-id', 'a@example.com', '--plan', 'pro', '--credits', '5'];
  await runHere(dataDir, 'account', 'create', ...options);
}
