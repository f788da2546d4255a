import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runHere } from '../../support/run-to-end.ts';

const owner = ['--user-id', 'owner@example.com'];
const nobody = ['--user-id', 'nobody@example.com'];

const commands = [
  ['account', 'show', ...nobody],
  ['account', 'show', '--user-id', 'nobody'],
  ['account', 'show'],
  ['account', 'create', ...owner, '--plan', 'pro', '--credits', '1'],
  ['account', 'create', ...nobody],
  ['account', 'create', ...nobody, '--plan', 'x'.repeat(65), '--credits', '-1'],
  ['account', 'create', ...nobody, '--plan', 'pro', '--credits', '1', '--monthly-allowance', 'x'],
  ['account', 'create', ...nobody, '--plan', 'pro', '--credits', '1', '--owner', 'no@example.com'],
  ['account', 'credit', ...owner],
  ['account', 'credit', ...owner, '--credits', '0'],
  ['account', 'credit', ...owner, '--credits', '1', '--id', 'a\nb', '--note', 'x'.repeat(201)],
  ['account', 'credit', ...owner, '--credits', '-9'],
  ['account', 'credit', ...owner, '--credits', '6', '--id', 'bill'],
  ['account', 'credit', ...nobody, '--credits', '1'],
  ['account', 'history', ...nobody],
  ['account', 'usage', ...nobody],
  ['account', 'repair', ...nobody],
  ['account', 'plan', ...nobody, '--plan', 'pro'],
  ['account', 'plan', ...owner],
  ['account', 'limit', ...owner],
  ['account', 'limit', ...owner, '--daily-calls', '0'],
  ['account', 'limit', '--user-id', 'user@example.com', '--daily-calls', 'none'],
  ['account', 'remove', ...owner],
  ['account', 'remove', ...nobody],
  ['account', 'invite', ...nobody],
  ['account', 'suspend', ...nobody],
  ['account', 'resume', ...nobody],
  ['account', 'export', ...nobody],
  ['entries', 'join', '--before', 'yesterday'],
  ['entries', 'join', '--before', '2026-01-31'],
  ['key', 'create', '--owner', 'nobody@example.com'],
  ['key', 'create', '--owner', 'user@example.com'],
  ['key', 'create', '--owner', 'owner@example.com', ...nobody],
  ['key', 'create', '--owner', 'owner@example.com', '--expires-at', '2020-01-01'],
  ['key', 'list', ...nobody],
  ['key', 'rotate'],
  ['key', 'rotate', '--id', 'none', '--grace', '-1'],
  ['key', 'rotate', '--id', 'none'],
  ['key', 'revoke', '--id', 'none'],
  ['operator', 'remove', ...nobody],
  ['second-factor', 'show', ...nobody],
  ['second-factor', 'require', ...nobody],
  ['second-factor', 'reset', ...nobody],
  ['account', 'rename', ...owner],
];

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'altscribe-'));
  const plan = ['--plan', 'pro', '--credits', '1'];
  await runHere(dataDir, 'account', 'create', ...owner, ...plan);
  const user = ['--user-id', 'user@example.com', '--owner', 'owner@example.com'];
  await runHere(dataDir, 'account', 'create', ...user, ...plan);
  await runHere(dataDir, 'account', 'credit', ...owner, '--credits', '5', '--id', 'bill');
});

test('each command says why it refuses something, and changes nothing', async () => {
  const before = await runHere(dataDir, 'account', 'list');
  const said: string[] = [];
  for (const command of commands) {
    const error: unknown = await runHere(dataDir, ...command).catch((e: unknown) => e);
    expect(error, command.join(' ')).toBeInstanceOf(Error);
    const day = new Date().toISOString().slice(0, 10);
    said.push(`${command.join(' ')}\n  ${(error as Error).message.replaceAll(day, 'TODAY')}\n`);
  }
  expect(await runHere(dataDir, 'account', 'list')).toEqual(before);
  await expect(said.join('\n')).toMatchFileSnapshot('says/refusals.txt');
});
