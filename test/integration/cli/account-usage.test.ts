import { expect, test } from 'vitest';
import { executeCommand } from '../../../service/cli/execute-command.ts';
import { openLowdbAccountStore } from '../../../service/storage/lowdb/account-store.ts';
import { account, apiKey, usage } from '../../contract/account-store/examples.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const today = new Date().toISOString().slice(0, 10);
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const [first, second] = ['first@example.com', 'second@example.com'];

test('shows the usage of all accounts, of one account, or by key', async () => {
  const dataDir = await temporaryFolder();
  const store = await openLowdbAccountStore(dataDir);
  for (const [index, owner_id] of [first, second].entries()) {
    const key = apiKey(`key_${index}`, { owner_id, name: `Key ${index}` });
    await store.createAccount(account(owner_id), new Date().toISOString(), key);
    await store.addUsage(usage(today, { user_id: owner_id, calls: 3, credits: 2, failures: 1 }));
    await store.addKeyUsage({ owner_id, key_id: key.id, day: today, calls: 3 });
  }
  await store.addUsage(usage(yesterday, { user_id: first, calls: 5, cached: 5 }));
  await store.close();

  const run = (options: object) =>
    executeCommand({ dataDir, databaseUrl: undefined }, 'account usage', options);
  expect(await run({})).toEqual([
    { day: today, calls: 6, credits: 4, failures: 2, fallbacks: 0, cached: 0 },
    { day: yesterday, calls: 5, credits: 0, failures: 0, fallbacks: 0, cached: 5 },
  ]);
  expect(await run({ user_id: second })).toEqual([
    { day: today, calls: 3, credits: 2, failures: 1, fallbacks: 0, cached: 0 },
  ]);
  const ofKey = (index: number, owner: string) => ({
    ...{ day: today, owner, key_id: `key_${index}`, name: `Key ${index}`, last4: 'abcd' },
    calls: 3,
  });
  expect(await run({ by_key: true })).toEqual([ofKey(0, first), ofKey(1, second)]);
  expect(await run({ by_key: true, user_id: second })).toEqual([ofKey(1, second)]);
  await expect(run({ user_id: 'nobody@example.com' })).rejects.toThrow(/nobody@example\.com/);
});
