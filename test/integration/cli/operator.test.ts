import { expect, onTestFinished, test, vi } from 'vitest';
import { hashToken } from '../../../service/accounts/sessions.ts';
import { CommandError } from '../../../service/cli/commands/store-command.ts';
import type { AccountStore } from '../../../service/storage/interfaces/storage-backend.ts';
import { openLowdbAccountStore } from '../../../service/storage/lowdb/account-store.ts';
import { runCli, runCliJson, runCliWith, runHere } from '../../support/run-to-end.ts';
import { startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// Each command is a separate process.
vi.setConfig({ testTimeout: 60_000 });

const user = 'anna@example.com';

/** Uses the store of a folder while no process does. */
async function withStore<T>(dir: string, work: (store: AccountStore) => Promise<T>): Promise<T> {
  const store = await openLowdbAccountStore(dir);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const tokenOf = (url: string) => url.split('/').at(-1) ?? '';

/** Sets a password with a link. */
function useLink(dir: string, url: string, userId = user) {
  const login = { user_id: userId, password_hash: 'hash' };
  return withStore(dir, (store) =>
    store.useLink(hashToken(tokenOf(url)), login, new Date().toISOString()),
  );
}

const createAccount = (dir: string, userId: string, ...more: string[]) => {
  const options = ['--user-id', userId, '--plan', 'pro', '--credits', '5', ...more];
  return runHere(dir, 'account', 'create', ...options);
};

test('an operator is created by a link, listed, invited again and removed', async () => {
  const dir = await temporaryFolder();
  const create = ['operator', 'create', '--user-id', ' ANNA@example.com'];
  const made = (await runCliJson(dir, ...create)) as { setup_url: string };
  expect(made).toEqual({
    user_id: user,
    setup_url: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:0\/dashboard\/setup\/[\w-]{43}$/,
    ) as unknown,
  });
  expect((await runCli(dir, 'operator', 'list')).stdout).toBe('None.\n');
  expect(await useLink(dir, made.setup_url)).toMatchObject({ user_id: user, is_operator: true });
  const time: unknown = expect.stringMatching(/^\d{4}-.*Z$/);
  const listed = [{ user_id: user, created_at: time }];
  expect(await runHere(dir, 'operator', 'list')).toEqual(listed);

  const address = { PORT: '8080', HOST: '::', PUBLIC_URL: '' };
  const again = await runCliWith(address, dir, ...create, '--json');
  const { setup_url } = JSON.parse(again.stdout) as { setup_url: string };
  expect(setup_url).toMatch(/^http:\/\/localhost:8080\/dashboard\/setup\//);
  expect(await useLink(dir, setup_url)).toMatchObject({ is_operator: true });

  const remove = ['operator', 'remove', '--user-id', user];
  expect(await runHere(dir, ...remove)).toEqual({ user_id: user, removed: true });
  expect(await runCli(dir, ...remove)).toEqual({
    code: 1,
    stdout: '',
    stderr: `There is no operator ${user}. "altscribe operator list" lists all operators.\n`,
  });
});

test('only the owner of an account can be invited', async () => {
  const dir = await temporaryFolder();
  await createAccount(dir, user);
  await createAccount(dir, 'under@example.com', '--owner', user);
  const invite = ['account', 'invite', '--user-id'];
  const address = { PUBLIC_URL: 'https://alt.example.com/' };
  const { stdout } = await runCliWith(address, dir, ...invite, user, '--json');
  const made = JSON.parse(stdout) as { invitation_url: string };
  expect(made).toEqual({
    user_id: user,
    invitation_url: expect.stringMatching(
      /^https:\/\/alt\.example\.com\/dashboard\/invitation\/[\w-]{43}$/,
    ) as unknown,
  });
  for (const [id, message] of [
    ['nobody@example.com', 'There is no account nobody@example.com.'],
    ['under@example.com', `under@example.com belongs to ${user} and owns no accounts.`],
  ] as const) {
    await expect(runHere(dir, ...invite, id)).rejects.toEqual(new CommandError(message));
  }
  const wrong = await runCliWith({ PUBLIC_URL: 'alt.example.com' }, dir, ...invite, user);
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(wrong.stderr).toContain('- PUBLIC_URL must be ');
  // Refused attempts have not replaced the link.
  expect(await useLink(dir, made.invitation_url)).toMatchObject({ is_operator: false });
});

test('links have the address of the running service, and its log has no link', async () => {
  const dir = await temporaryFolder();
  await createAccount(dir, user);
  const service = await startService({ OPENAI_API_KEY: 'never-called', DATA_DIR: dir });
  onTestFinished(async () => {
    await service.stop();
  });
  const made = (await runCliJson(dir, 'operator', 'create', '--user-id', user)) as object;
  const invited = (await runHere(dir, 'account', 'invite', '--user-id', user)) as object;
  const values = Object.values({ ...made, ...invited }).map(String);
  const tokens = values.filter((value) => value.startsWith('http')).map(tokenOf);
  expect(tokens).toHaveLength(2);
  expect(made).toMatchObject({
    setup_url: expect.stringContaining(`${service.url}/dashboard/setup/`) as unknown,
  });
  expect(invited).toMatchObject({
    invitation_url: expect.stringContaining(`${service.url}/dashboard/invitation/`) as unknown,
  });
  await service.stop();
  expect(service.log()).toContain('"operator create"');
  for (const token of tokens) expect(service.log()).not.toContain(token);
});

test('the change log has each change made on the command line, without secrets', async () => {
  const dir = await temporaryFolder();
  const account = ['--user-id', user];
  const { api_key: first } = (await createAccount(dir, user)) as { api_key: string };
  const credit = ['account', 'credit', ...account, '--credits', '20', '--id', 'invoice 7'];
  // Repeated, it changes nothing.
  for (let n = 0; n < 2; n++) await runHere(dir, ...credit);
  await runHere(dir, 'account', 'plan', ...account, '--plan', 'business');
  const key = (await runHere(dir, 'key', 'create', '--owner', user, '--name', 'Blog')) as {
    id: string;
    api_key: string;
    last4: string;
  };
  await runHere(dir, 'key', 'revoke', '--id', key.id);
  const { invitation_url } = (await runHere(dir, 'account', 'invite', ...account)) as {
    invitation_url: string;
  };
  await runHere(dir, 'operator', 'create', ...account);
  await runCliJson(dir, 'account', 'remove', ...account, '--yes');
  await expect(runHere(dir, 'account', 'remove', ...account)).rejects.toThrow(CommandError);

  const changes = await withStore(dir, (store) => store.listChanges({ limit: 20 }));
  const details = { id: key.id, name: 'Blog', last4: key.last4 };
  expect(changes.toReversed()).toMatchObject([
    { action: 'account.created', details: { plan: 'pro', credits: 5, owner: user } },
    { action: 'account.credited', details: { credits: 20, reference: 'invoice 7' } },
    { action: 'account.plan-changed', details: { plan: 'business', monthly_allowance: null } },
    { action: 'key.created', details },
    { action: 'key.revoked', details },
    { action: 'account.invited' },
    { action: 'operator.invited' },
    { action: 'account.removed' },
  ]);
  for (const change of changes) {
    expect(change).toMatchObject({ actor: 'command line', user_id: user });
  }
  const all = JSON.stringify(changes);
  for (const secret of [first, key.api_key, tokenOf(invitation_url)]) {
    expect(all).not.toContain(secret);
  }
});
