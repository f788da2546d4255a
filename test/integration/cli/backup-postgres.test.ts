import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../service/server/log.ts';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import { fill, owner } from '../../fixtures/fill.ts';
import { fixtures, withOlderTables } from '../../fixtures/versions.ts';
import { startPostgres } from '../../support/postgres/server.ts';
import { getPostgresWithTools } from '../../support/postgres/with-tools.ts';
import { runCliWith } from '../../support/run-to-end.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test(
  'the commands that backup and restore print for PostgreSQL work',
  // The first download of its tools may take a while.
  { timeout: 300_000 },
  async () => {
    const { binaries, tools } = await getPostgresWithTools();
    const postgres = await startPostgres({ binaries });
    onTestFinished(() => postgres.dispose());
    const open = async (url: string) => {
      const store = await openPostgresAccountStore(url, { log: createLog('silent') });
      onTestFinished(() => store.close());
      return store;
    };
    const from = await postgres.createDatabase();
    const store = await open(from);
    await fill(store);

    const folder = await temporaryFolder();
    const file = join(folder, "the host's.dump");
    /** Runs the commands that our command prints, unchanged. */
    async function follow(command: string, url: string): Promise<void> {
      const told = await runCliWith({ DATABASE_URL: url }, folder, command, file);
      const { password, pathname } = new URL(url);
      expect(told).toMatchObject({ code: 1, stdout: '' });
      expect(told.stderr).toContain(`the database ${pathname.slice(1)} at 127.0.0.1`);
      expect(told.stderr).not.toContain(password);
      const [, line = ''] = /^ {2}(\S.*)$/m.exec(told.stderr) ?? [];
      const path = `${tools}:${process.env['PATH']}`;
      const env = { ...process.env, ...binaries.env, PATH: path, PGPASSWORD: password };
      await promisify(execFile)('sh', ['-c', line], { env });
    }

    await follow('backup', from);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await store.changeCredits({
      ...{ id: 'later', user_id: owner, credits: 2, reason: 'top-up', request_id: null },
      ...{ at: new Date().toISOString(), actor: null, note: null },
    });
    const to = await postgres.createDatabase();
    await follow('restore', to);
    const restored = await open(to);
    expect(await restored.listImbalances()).toEqual([]);
    expect(await restored.countAccounts()).toBe(2);
    expect((await restored.findAccount(owner))?.credits_available).toBe(98);
    // Additions after the backup, and the reservation of a call that never ended.
    expect((await store.findAccount(owner))?.credits_available).toBe(97 + 2);

    // An upgrade of each released version with other tables, and the way back from it.
    for (const version of withOlderTables) {
      const old = await postgres.createDatabase();
      await postgres.run(old, await readFile(join(fixtures, version, 'database.sql'), 'utf8'));
      const columns = `SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = 'public' ORDER BY 1, 2`;
      const rows = `SELECT user_id, credits_available FROM accounts ORDER BY 1`;
      const before = [await postgres.run(old, columns), await postgres.run(old, rows)];
      await follow('backup', old);
      const upgrade = (...flags: string[]) =>
        runCliWith({ DATABASE_URL: old }, folder, 'upgrade', ...flags);
      const refused = await upgrade();
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain('Then run "altscribe upgrade --yes"');
      expect(await postgres.run(old, columns)).toEqual(before[0]);
      expect(await upgrade('--yes')).toMatchObject({ code: 0 });
      expect(await upgrade()).toMatchObject({ code: 0 });
      expect(await postgres.run(old, columns)).not.toEqual(before[0]);
      const back = await postgres.createDatabase();
      await follow('restore', back);
      expect([await postgres.run(back, columns), await postgres.run(back, rows)]).toEqual(before);
    }
  },
);
