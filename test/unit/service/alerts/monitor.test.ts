import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAlertMonitor } from '../../../../service/alerts/monitor.ts';
import type { Alert } from '../../../../service/alerts/notifier.ts';
import { createLog } from '../../../../service/server/log.ts';
import type { Damage } from '../../../../service/storage/interfaces/damage.ts';
import type { AlertLog } from '../../../../service/storage/interfaces/storage-backend.ts';
import type { Account } from '../../../../service/storage/interfaces/accounts.ts';
import { account } from '../../../contract/account-store/examples.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const broken = () => Promise.reject(new Error('The disk is full.'));

/** An alert log in memory, without the pauses. */
function memoryLog(open = new Set<string>()): AlertLog {
  return {
    raise: (cause) => Promise.resolve(!open.has(cause) && !!open.add(cause)),
    resolve: (cause) => Promise.resolve(open.delete(cause)),
    listOpen: () => Promise.resolve([...open]),
    delivered: () => Promise.resolve(),
    undelivered: (cause, isOver) =>
      Promise.resolve(void (isOver ? open.add(cause) : open.delete(cause))),
  };
}

function start(
  alertLog = memoryLog(),
  ping: () => Promise<void> = () => Promise.resolve(),
  damage: readonly Damage[] = [],
  isDelivered = () => true,
  fields: Partial<Account> = {},
) {
  const sent: Alert[] = [];
  const store = { ping, calls: 0 };
  const monitor = createAlertMonitor({
    alertLog,
    accountStore: {
      ping: () => store.ping(),
      findAccount: (id) =>
        Promise.resolve(account(id, { owner_id: 'owner@example.com', ...fields })),
      listOperators: () =>
        Promise.resolve([
          { user_id: 'op@example.com', is_operator: true, password_hash: null, created_at: '' },
        ]),
    },
    callCounter: {
      read: ([scope = '']) => Promise.resolve([{ scope, calls: store.calls }]),
    },
    damage,
    sender: {
      send: (alert) => Promise.resolve(sent.push(alert) > 0 && isDelivered()),
      close: () => Promise.resolve(),
    },
    providers: ['openai', 'gemini'],
    variableToCorrect: (provider, kind) => `${provider.toUpperCase()}_${kind.toUpperCase()}`,
    log: createLog('silent'),
  });
  return {
    ...monitor,
    store,
    sent,
    titles: () => sent.map(({ title }) => title),
    /** Lets the monitor handle the events so far. */
    look: () => vi.advanceTimersByTimeAsync(1_100),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

/** A call of half a second that begins now, or some time ago, and has ended by then. */
function call(outcome: 'ok' | 'cached' | 'insufficient-credits', msAgo = 0) {
  const at = new Date(Date.now() - msAgo).toISOString();
  return { user_id: 'a@example.com', outcome, at, ms: 500 };
}

test('two failures in a row mean that no provider works; an answer resolves it', async () => {
  const one = start();
  await one.look();
  one.allProvidersFailed(['network', 'skipped']);
  one.callEnded(call('ok'));
  one.allProvidersFailed(['network', 'skipped']);
  await one.look();
  expect(one.titles()).toEqual([]);
  await one.pass(7 * 60_000);
  one.allProvidersFailed(['network', 'skipped']);
  await one.look();
  one.allProvidersFailed(['network', 'skipped']);
  await one.look();
  expect(one.titles()).toEqual(['No provider works']);
  expect(one.sent[0]).toMatchObject({ operators: ['op@example.com'], isOwn: false });
  one.callEnded(call('cached'));
  await one.look();
  one.callEnded(call('ok'));
  await one.look();
  expect(one.titles()).toEqual(['No provider works', 'Resolved: No provider works']);
});

test.each([['refusal'], ['image'], ['answer'], ['request']] as const)(
  'a provider that fails with "%s" works',
  async (kind) => {
    const one = start();
    await one.look();
    for (let i = 0; i < 3; i++) {
      one.allProvidersFailed([kind]);
      one.allProvidersFailed(['skipped', kind]);
      one.allProvidersFailed([kind, 'timeout']);
      one.allProvidersFailed(['server', 'rate-limit']);
    }
    await one.look();
    expect(one.titles()).toEqual([]);
    one.allProvidersFailed(['authentication', 'skipped']);
    await one.look();
    one.allProvidersFailed(['skipped', kind]);
    await one.look();
    expect(one.titles()).toEqual(['No provider works', 'Resolved: No provider works']);
  },
);

test('failures that are more than 20 minutes apart are not in a row', async () => {
  const one = start();
  one.allProvidersFailed(['network', 'skipped']);
  await one.pass(21 * 60_000);
  one.allProvidersFailed(['network', 'skipped']);
  await one.look();
  expect(one.titles()).toEqual([]);
});

test('a rejected key or model names the variable, and is resolved by an answer of that provider', async () => {
  const one = start();
  await one.look();
  one.providerCalled({ provider: 'openai', outcome: 'model' });
  one.providerCalled({ provider: 'gemini', outcome: 'authentication' });
  one.providerCalled({ provider: 'gemini', outcome: 'rate-limit' });
  await one.look();
  expect(one.sent).toMatchObject(
    [
      { title: 'openai does not have our model', text: /^Check OPENAI_MODEL\./ },
      { title: 'gemini rejects our API key', text: /^Check GEMINI_AUTHENTICATION\./ },
    ].map(({ title, text }) => ({ title, text: expect.stringMatching(text) as unknown })),
  );
  one.providerCalled({ provider: 'gemini', outcome: 'ok' });
  await one.look();
  expect(one.titles().slice(2)).toEqual(['Resolved: gemini rejects our API key']);
});

test('a model that takes no images is named with the message of its server', async () => {
  const one = start();
  await one.look();
  const hint = 'm is not a multimodal model';
  one.providerCalled({ provider: 'openai', outcome: 'no-images', hint });
  await one.look();
  expect(one.sent).toMatchObject([{ cause: 'no-images:openai', title: 'openai takes no images' }]);
  expect(one.sent[0]?.text).toMatch(
    /^Check OPENAI_NO-IMAGES. It says: “m is not a multimodal model” /,
  );
  one.providerCalled({ provider: 'openai', outcome: 'ok' });
  await one.look();
  expect(one.titles().slice(1)).toEqual(['Resolved: openai takes no images']);
});

test('an alert that another process has sent is resolved here, even after a restart', async () => {
  const one = start(memoryLog(new Set(['authentication:openai', 'model:mistral'])));
  await one.look();
  one.providerCalled({ provider: 'openai', outcome: 'ok' });
  await one.look();
  // The other provider is no longer configured: nothing will resolve it.
  expect(one.titles()).toEqual(['Resolved: openai rejects our API key']);
});

test('an account without credits is named with its owner', async () => {
  const one = start();
  await one.look();
  one.callEnded(call('insufficient-credits', 500));
  await one.look();
  expect(one.sent).toMatchObject([
    {
      title: 'a@example.com has no credits left',
      text: expect.stringContaining('Its owner is owner@example.com.') as unknown,
      path: '/dashboard/owners/owner%40example.com/accounts/a%40example.com',
    },
  ]);
  one.callEnded(call('ok'));
  await one.look();
  expect(one.sent[1]).toMatchObject({
    title: 'Resolved: a@example.com has no credits left',
    path: one.sent[0]?.path,
  });
});

test('a limit that is nearly and completely used in one moment is one message', async () => {
  const shared = memoryLog();
  const [one, other] = [start(shared), start(shared)];
  await one.look();
  const owner = 'owner@example.com';
  const path = '/dashboard/owners/owner%40example.com/accounts/owner%40example.com';
  one.store.calls = 8;
  one.limitUsed({ owner, limit: 10, isReached: false });
  await one.look();
  expect(one.sent).toMatchObject([{ title: `${owner} has used 80 % of 10 calls today`, path }]);

  // Of the whole service, and noticed by two processes.
  one.store.calls = other.store.calls = 20;
  other.limitUsed({ owner: undefined, limit: 20, isReached: true });
  one.limitUsed({ owner: undefined, limit: 20, isReached: false });
  await one.look();
  await other.look();
  expect([...one.titles().slice(1), ...other.titles()]).toEqual([
    'The service has used all of 20 calls today',
  ]);
  expect([...one.sent, ...other.sent][1]?.path).toBeUndefined();
  await Promise.all([one.close(), other.close()]);
});

test('a call that was under way when another was refused does not resolve missing credits', async () => {
  const one = start();
  await one.look();
  one.callEnded(call('insufficient-credits', 500));
  one.callEnded(call('ok', 2_000));
  await one.look();
  expect(one.titles()).toEqual(['a@example.com has no credits left']);
  one.callEnded(call('ok', 10_000));
  await one.look();
  expect(one.titles()).toHaveLength(1);
  one.callEnded(call('ok'));
  await one.look();
  expect(one.titles()[1]).toBe('Resolved: a@example.com has no credits left');
});

test.each([
  [0, 0],
  [3, 1],
])(
  'credits that another process found missing: %i are left now',
  async (credits_available, resolved) => {
    const one = start(
      memoryLog(new Set(['credits:a@example.com'])),
      undefined,
      undefined,
      undefined,
      {
        credits_available,
      },
    );
    await one.look();
    one.callEnded(call('ok'));
    await one.look();
    expect(one.titles()).toHaveLength(resolved);
  },
);

test('a store that fails twice is a problem, a moment is not; operators are remembered', async () => {
  const one = start();
  await one.look();
  one.store.ping = broken;
  await one.pass(15_000);
  one.store.ping = () => Promise.resolve();
  await one.pass(15_000);
  expect(one.titles()).toEqual([]);
  one.store.ping = broken;
  await one.pass(30_000);
  expect(one.sent).toMatchObject([
    {
      title: 'The store cannot be used',
      text: 'The disk is full. Calls fail until this is fixed.',
      isOwn: true,
      operators: ['op@example.com'],
    },
  ]);
  one.store.ping = () => Promise.resolve();
  await one.pass(15_000);
  expect(one.titles()[1]).toBe('Resolved: The store cannot be used');
});

test('undelivered alerts are retried until they are over, including one-time ones', async () => {
  const deliveries = [false, false, true, false];
  const one = start(memoryLog(), undefined, [], () => deliveries.shift() ?? true);
  await one.look();
  one.limitUsed({ owner: undefined, limit: 10, isReached: false });
  await one.look();
  await one.look();
  await one.look();
  await one.pass(60_000);
  const title = 'The service has used 80 % of 10 calls today';
  expect(one.titles()).toEqual([title, title, title]);
  one.providerCalled({ provider: 'openai', outcome: 'model' });
  await one.look();
  one.providerCalled({ provider: 'openai', outcome: 'ok' });
  await one.look();
  await one.pass(60_000);
  expect(one.titles().slice(3)).toEqual(['openai does not have our model']);
});

test('while the storage fails, each machine sends its own alerts', async () => {
  const one = start({
    ...{ raise: broken, resolve: broken, listOpen: broken },
    ...{ delivered: broken, undelivered: broken },
  });
  one.providerCalled({ provider: 'openai', outcome: 'model' });
  await one.look();
  expect(one.sent).toMatchObject([{ cause: 'model:openai', isOwn: true }]);
});

test('damage found at the start is sent again after a day, and resolved by a start without any', async () => {
  const open = new Set<string>();
  const damage = Array.from({ length: 12 }, (_, i) => ({
    what: 'account' as const,
    user_ids: [`user-${i}@example.com`],
    detail: 'Its entry is damaged.',
  }));
  const log = memoryLog(open);
  const raise = vi.spyOn(log, 'raise');
  const one = start(log, () => Promise.resolve(), damage);
  await one.look();
  expect(one.titles()).toEqual(['Accounts or logins are damaged']);
  expect(one.sent[0]?.text).toMatch(
    / of user-0@example\.com, .*user-9@example\.com and 2 more are /,
  );
  // The log decides when it is due.
  open.clear();
  await one.pass(20_000);
  expect(one.titles()).toHaveLength(2);
  // Each round asks once.
  raise.mockClear();
  await one.pass(60_000);
  expect(raise).toHaveBeenCalledTimes(4);
  await one.close();

  const two = start(memoryLog(open));
  await two.look();
  expect(two.titles()).toEqual(['Resolved: Accounts or logins are damaged']);
  await two.pass(60_000);
  expect(two.titles()).toHaveLength(1);
});
