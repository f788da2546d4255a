import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CommandError } from '../../../service/cli/commands/store-command.ts';
import { socketPath } from '../../../service/cli/socket/client.ts';
import { StoreError } from '../../../service/storage/interfaces/errors.ts';
import { openLowdbAccountStore } from '../../../service/storage/lowdb/account-store.ts';
import { layoutMarker, layoutVersion } from '../../../service/storage/lowdb/data-dir.ts';
import { runCli, runCliJson, runHere } from '../../support/run-to-end.ts';
import { startService } from '../../support/service.ts';
import { unpack } from '../../support/unpack.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// Each command is a separate process.
vi.setConfig({ testTimeout: 60_000 });

const apiKey = /^alt_[0-9A-Za-z]{38}$/;

function options(userId: string, credits = '5', ...more: string[]) {
  return ['--user-id', userId, '--plan', 'pro', '--credits', credits, ...more];
}

/** A DATA_DIR without a service. */
async function alone(): Promise<string> {
  return temporaryFolder();
}

/** The DATA_DIR of a running service. */
async function beside(): Promise<string> {
  const service = await startService({ OPENAI_API_KEY: 'never-called' });
  onTestFinished(() => service.dispose());
  return service.dataDir;
}

// Each command is a process in one of them, and is executed in this process in the other one.
const places = [
  ['without a service', alone, runHere],
  ['beside a running service', beside, runCliJson],
] as const;

describe.each(places)('%s', (_where, folder, run) => {
  test('creates, shows, lists and credits accounts', async () => {
    const dir = await folder();
    const owner = await run(dir, 'account', 'create', ...options(' Owner@Example.com'));
    expect(owner).toEqual({
      user_id: 'owner@example.com',
      plan_type: 'pro',
      credits_available: 5,
      api_key: expect.stringMatching(apiKey) as unknown,
    });

    const under = ['--owner', 'owner@example.com'];
    const create = ['account', 'create', ...options('writer@example.com', '0', ...under)];
    const writer = {
      user_id: 'writer@example.com',
      plan_type: 'pro',
      credits_available: 0,
      owner: 'owner@example.com',
    };
    expect(await runHere(dir, ...create)).toEqual(writer);

    const credit = ['account', 'credit', '--user-id', 'WRITER@example.com', '--credits', '7'];
    const after = { ...writer, credits_available: 7 };
    expect(await run(dir, ...credit)).toEqual(after);
    expect(await runHere(dir, 'account', 'show', '--user-id', 'writer@example.com')).toEqual(after);
    const { api_key: _key, ...shown } = owner as { api_key: string };
    expect(await run(dir, 'account', 'list')).toEqual([shown, after]);
  });

  test('states the problem in one sentence and exits with 1', async () => {
    const dir = await folder();
    await runHere(dir, 'account', 'create', ...options('a@example.com'));
    const under = ['--owner', 'a@example.com'];
    await runHere(dir, 'account', 'create', ...options('b@example.com', '1', ...under));
    const taken = ['account', 'create', ...options('a@example.com'), '--json'];
    const problem = 'There already is an account a@example.com.';
    expect(await runCli(dir, ...taken)).toEqual({ code: 1, stdout: '', stderr: `${problem}\n` });
    for (const [args, message] of [
      [['create', ...options('a@example.com')], problem],
      [
        ['create', ...options('c@example.com', '1', '--owner', 'x@example.com')],
        'There is no account x@example.com.',
      ],
      [
        ['create', ...options('c@example.com', '1', '--owner', 'b@example.com')],
        'b@example.com belongs to a@example.com and owns no accounts.',
      ],
      [
        ['create', ...options('c@example.com', '-1')],
        '--credits must be a whole number of at least 0.',
      ],
      [['create', ...options('nobody')], /^Send user_id as an e-mail address/],
      [['show', '--user-id', 'x@example.com'], /^There is no account x@example\.com\. /],
      [
        ['credit', '--user-id', 'x@example.com', '--credits', '1'],
        /^There is no account x@example\.com\. /,
      ],
      [
        ['credit', '--user-id', 'a@example.com', '--credits', '0.5'],
        '--credits must be a whole number other than 0.',
      ],
    ] as const) {
      const refused = await runHere(dir, 'account', ...args).catch((error: unknown) => error);
      // Of these, the command line prints the message alone, and exits with 1.
      expect([CommandError, StoreError].some((type) => refused instanceof type)).toBe(true);
      const said = (refused as Error).message;
      if (typeof message === 'string') expect(said).toBe(message);
      else expect(said).toMatch(message);
      expect(said).not.toContain('\n');
    }
    expect(await runHere(dir, 'account', 'show', '--user-id', 'a@example.com')).toMatchObject({
      credits_available: 5,
    });
  });
});

describe.each(places)('a reference, %s', (_where, folder, run) => {
  test('is counted once, whatever the first command reported', async () => {
    const dir = await folder();
    const user = ['--user-id', 'a@example.com'];
    const actor = 'command line';
    await runHere(dir, 'account', 'create', ...options('a@example.com', '5'));
    const credit = ['account', 'credit', ...user, '--id', 'invoice 7', '--credits'];
    const after = { credits_available: 25 };
    const first = await run(dir, ...credit, '20');
    expect(first).toMatchObject(after);
    const again = { ...(first as object), note: 'already counted: nothing was added' };
    expect(await runHere(dir, ...credit, '20')).toEqual(again);
    const other = await runCli(dir, ...credit, '30');
    expect(other).toMatchObject({ code: 1, stdout: '' });
    expect(other.stderr).toMatch(
      /^--id invoice 7 was used for 20 credits on \d{4}-\d\d-\d\d\. Nothing was changed\.\n$/,
    );
    const note = ['--note', 'Paid twice'];
    const more = ['account', 'credit', ...user, '--credits', '-1', '--id', 'invoice 8', ...note];
    expect(await run(dir, ...more)).toMatchObject({ credits_available: 24 });
    expect(await runHere(dir, 'account', 'history', ...user)).toMatchObject([
      { credits: -1, reason: 'correction', reference: 'invoice 8', actor, note: 'Paid twice' },
      { credits: 20, reason: 'top-up', reference: 'invoice 7', actor, note: null },
      { credits: 5, reason: 'top-up', reference: null, actor: null, note: null },
    ]);
    const long = ['--note', 'x'.repeat(201)];
    const one = ['account', 'credit', ...user, '--credits', '1'];
    await expect(runHere(dir, ...one, ...long)).rejects.toEqual(
      new CommandError('--note must be 1 to 200 visible characters.'),
    );
    await expect(runHere(dir, ...one, '--id', ' ')).rejects.toEqual(
      new CommandError('--id must be 1 to 100 visible characters.'),
    );
  });
});

test.each([
  ['before an answer', ''],
  ['in the middle of one', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"result":'],
])(
  'a socket that breaks %s leaves the outcome unknown, and the command says so',
  async (_when, answer) => {
    const dir = await alone();
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(answer));
    });
    server.listen(socketPath(dir));
    onTestFinished(() => void server.close());
    const credit = ['account', 'credit', '--user-id', 'a@example.com', '--credits', '5'];
    expect(await runCli(dir, ...credit)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'The connection to the service broke. The change may have been made: check ' +
        '"altscribe account history" before you try again.\n',
    });
  },
);

test('also prints text for people', async () => {
  const dir = await alone();
  expect((await runCli(dir, 'account', 'list')).stdout).toBe('None.\n');
  await runHere(dir, 'account', 'create', ...options('a@example.com'));
  const show = await runCli(dir, 'account', 'show', '--user-id', 'a@example.com');
  expect(show.stdout).toBe('user_id: a@example.com\nplan_type: pro\ncredits_available: 5\n');
  const { stdout } = await runCli(dir, 'account', 'list');
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['user_id', 'plan_type', 'credits_available'],
    ['a@example.com', 'pro', '5'],
    [''],
  ]);
});

test.each([['account', 'create'], ['account', 'show'], ['account', 'dance'], ['dance']])(
  'reports missing or unknown arguments in "%s %s"',
  async (...args) => {
    const { code, stderr } = await runCli(await alone(), ...args.filter(Boolean));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: .+\n/);
  },
);

test('refuses an account whose data file is damaged without a stack trace', async () => {
  const dir = await alone();
  await mkdir(join(dir, 'accounts'));
  await writeFile(join(dir, layoutMarker), `${layoutVersion}\n`);
  // The file that this user is in.
  await writeFile(join(dir, 'accounts/816.json'), '{');
  const damaged = await runCli(dir, 'account', 'create', ...options('a@example.com'));
  expect(damaged.code).toBe(1);
  expect(damaged.stderr).toMatch(
    /^This account is out of service\. accounts\/816\.json in DATA_DIR is damaged\. .*\n$/,
  );
});

test('two concurrent commands both succeed', async () => {
  const dir = await alone();
  await runHere(dir, 'account', 'create', ...options('a@example.com', '0'));
  const credit = ['account', 'credit', '--user-id', 'a@example.com', '--credits', '1'];
  await Promise.all([1, 2, 3].map(() => runCliJson(dir, ...credit)));
  expect(await runHere(dir, 'account', 'show', '--user-id', 'a@example.com')).toMatchObject({
    credits_available: 3,
  });
});

test('refuses one of two concurrent commands that create the same account', async () => {
  const dir = await alone();
  const create = () => runCli(dir, 'account', 'create', ...options('a@example.com'));
  const codes = (await Promise.all([create(), create()])).map(({ code }) => code);
  expect(codes.toSorted()).toEqual([0, 1]);
});

test('the history has every change of a balance, and a mistake can be reversed', async () => {
  const dir = await alone();
  await runHere(dir, 'account', 'create', ...options('a@example.com', '5'));
  const credit = ['account', 'credit', '--user-id', 'a@example.com', '--credits'];
  await runHere(dir, ...credit, '20');
  await runHere(dir, ...credit, '-15');
  const tooMany = await runCli(dir, ...credit, '-11');
  expect(tooMany.code).toBe(1);
  expect(tooMany.stderr).toBe('a@example.com has only 10 credits.\n');
  const history = await runCliJson(dir, 'account', 'history', '--user-id', 'a@example.com');
  expect(history).toMatchObject([
    { credits: -15, reason: 'correction' },
    { credits: 20, reason: 'top-up' },
    { credits: 5, reason: 'top-up' },
  ]);
});

test('changes a plan and removes an account', async () => {
  const dir = await alone();
  const user = ['--user-id', 'a@example.com'];
  await runHere(dir, 'account', 'create', ...options('a@example.com'));
  const plan = ['--plan', 'business', '--monthly-allowance', '100'];
  const changed = await runCliJson(dir, 'account', 'plan', ...user, ...plan);
  expect(changed).toMatchObject({ plan_type: 'business', monthly_allowance: 100 });
  const removed = { user_id: 'a@example.com', removed: true };
  expect(await runCliJson(dir, 'account', 'remove', ...user, '--yes')).toEqual(removed);
  await expect(runHere(dir, 'account', 'show', ...user)).rejects.toThrow('There is no account');
});

describe('an account is removed', () => {
  const id = 'owner@example.com';
  const remove = ['account', 'remove', '--user-id', id];

  async function folderWithOwner(): Promise<string> {
    const dir = await alone();
    await runHere(dir, 'account', 'create', ...options(id));
    return dir;
  }

  /** Types an answer in a terminal. */
  async function type(dir: string, answer: string, ...args: string[]) {
    const command = [process.execPath, join('build/service/cli/main.js'), ...remove, ...args];
    const terminal = spawn(
      'script',
      ['--quiet', '--return', '--command', command.join(' '), '/dev/null'],
      { env: { ...process.env, DATA_DIR: dir } },
    );
    let said = '';
    terminal.stdout.on('data', (chunk) => {
      const isAsked = said.includes(' to confirm: ');
      said += String(chunk);
      if (!isAsked && said.includes(' to confirm: ')) terminal.stdin.write(answer);
    });
    const [code] = (await once(terminal, 'close')) as [number];
    return { said, code };
  }

  test('not without a terminal, unless with --yes', async () => {
    const dir = await folderWithOwner();
    expect(await runCli(dir, ...remove)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'This command asks before it removes anything, and there is no terminal to ask. In scripts, use ' +
        '--yes. Nothing was removed.\n',
    });
    expect(await runHere(dir, 'account', 'list')).toHaveLength(1);
    expect(await runCli(dir, ...remove, '--yes')).toMatchObject({ code: 0 });
    expect(await runHere(dir, 'account', 'list')).toEqual([]);
  });

  test('once its e-mail was typed', async () => {
    const dir = await folderWithOwner();
    const refused = await type(dir, 'yes\n');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.said).toContain(
      `This removes ${id} (pro, 5 credits) with keys, history, calls and login, and cannot be undone.`,
    );
    expect(refused.said).toContain('Nothing was removed.');
    expect(await runHere(dir, 'account', 'list')).toHaveLength(1);
    // The end of the input, Ctrl+D.
    expect(await type(dir, '\u0004')).toMatchObject({ code: 1 });
    expect(await runHere(dir, 'account', 'list')).toHaveLength(1);

    const removed = await type(dir, ' OWNER@example.com\n');
    expect(removed.said).toContain('removed: true');
    expect(await runHere(dir, 'account', 'list')).toEqual([]);
  });

  test('with its users on request only', async () => {
    const dir = await folderWithOwner();
    for (const user of ['a@example.com', 'b@example.com']) {
      await runHere(dir, 'account', 'create', ...options(user, '1', '--owner', id));
    }
    const refused = await runCli(dir, ...remove, '--yes');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toBe(
      `${id} owns other accounts: see "altscribe account list --owner ${id}". To remove them, too, use ` +
        '--with-users. Nothing was removed.\n',
    );
    expect(await runHere(dir, 'account', 'list')).toHaveLength(3);
    const asked = await type(dir, 'no\n', '--with-users');
    expect(asked.said).toContain(`, and its users a@example.com, b@example.com, with keys,`);
    expect(await runHere(dir, 'account', 'list')).toHaveLength(3);
    await runCliJson(dir, ...remove, '--yes', '--with-users');
    expect(await runHere(dir, 'account', 'list')).toEqual([]);
    const store = await openLowdbAccountStore(dir);
    onTestFinished(() => store.close());
    expect((await store.listChanges({ limit: 3 })).map((one) => [one.action, one.user_id])).toEqual(
      [id, 'b@example.com', 'a@example.com'].map((user) => ['account.removed', user]),
    );
  });

  test('after an export, or not at all', async () => {
    const dir = await folderWithOwner();
    const nowhere = await runCli(dir, ...remove, '--yes', '--export', join(dir, 'no/where.tar.gz'));
    expect(nowhere).toMatchObject({ code: 1, stdout: '' });
    expect(nowhere.stderr).toContain(
      'no/where.tar.gz cannot be written: no such file or directory.',
    );
    expect(await runHere(dir, 'account', 'list')).toHaveLength(1);

    const file = join(dir, 'owner.tar.gz');
    await runCliJson(dir, ...remove, '--yes', '--export', file);
    expect(await runHere(dir, 'account', 'list')).toEqual([]);
    expect((await unpack(await readFile(file))).get('accounts.json')).toMatchObject([
      { user_id: id, credits_available: 5 },
    ]);
  });
});

describe.each(places)('an export, %s', (_where, folder) => {
  test('has everything of an owner, and of nobody else', async () => {
    const dir = await folder();
    const id = 'owner@example.com';
    const made = (await runHere(dir, 'account', 'create', ...options(id))) as { api_key: string };
    await runHere(dir, 'account', 'create', ...options('user@example.com', '1', '--owner', id));
    await runHere(dir, 'account', 'create', ...options('other@example.com'));
    await runHere(dir, 'account', 'credit', '--user-id', 'user@example.com', '--credits', '3');
    const file = join(dir, 'owner.tar.gz');
    const exported = await runCli(dir, 'account', 'export', '--user-id', id, '--file', file);
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    expect(exported.stdout).toContain(`file: ${file}\naccounts: 2\nkeys: 1\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const files = await unpack(await readFile(file));
    expect(files.get('accounts.json')).toMatchObject([
      { user_id: id },
      { user_id: 'user@example.com' },
    ]);
    expect(files.get('keys.json')).toMatchObject([{ last4: made.api_key.slice(-4) }]);
    expect(files.get('history.json')).toMatchObject([
      { user_id: id, credits: 5 },
      { user_id: 'user@example.com', credits: 3 },
      { user_id: 'user@example.com', credits: 1 },
    ]);
    expect(files.get('changes.json')).toMatchObject([
      { action: 'account.created', user_id: id },
      { action: 'account.credited', user_id: 'user@example.com' },
      { action: 'account.created', user_id: 'user@example.com' },
    ]);
    const all = JSON.stringify([...files]);
    for (const secret of ['hash', made.api_key, 'other@example.com']) {
      expect(all).not.toContain(secret);
    }

    const ofUser = ['--user-id', 'user@example.com', '--file', join(dir, 'user.tar.gz')];
    expect(await runCliJson(dir, 'account', 'export', ...ofUser)).toMatchObject({
      accounts: 1,
      keys: 0,
    });
    await expect(runHere(dir, 'account', 'export', '--user-id', 'x@example.com')).rejects.toThrow(
      'There is no account x@example.com.',
    );
  });
});
