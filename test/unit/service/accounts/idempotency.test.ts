import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { onceForKey, type KeyedCall } from '../../../../service/accounts/idempotency.ts';
import { createLog } from '../../../../service/server/log.ts';
import { openLowdbAccountStore } from '../../../../service/storage/lowdb/account-store.ts';
import type { AccountStore } from '../../../../service/storage/interfaces/account-store.ts';
import type { IdempotencyClaim } from '../../../../service/storage/interfaces/idempotency-keys.ts';
import { account, at, reservation, user } from '../../../contract/account-store/examples.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

let store: AccountStore;

beforeEach(async () => {
  store = await openLowdbAccountStore(await temporaryFolder());
  onTestFinished(() => store.close());
  await store.createAccount(account(user), at);
});

function call(fields: Partial<KeyedCall> = {}): KeyedCall {
  return {
    key: 'key',
    user: account(user),
    request: { user_id: user, blog_title: 'Boats' },
    log: createLog('silent'),
    signal: new AbortController().signal,
    deadline: Date.now() + 60_000,
    ...fields,
  };
}

/** Work that is charged, as the claim asks for it. */
async function spend(claim?: IdempotencyClaim) {
  const mine = reservation(claim?.call_id ?? 'without a key');
  await store.reserve(mine);
  const answered = claim && { claim, response: JSON.stringify('answer') };
  await store.settle(mine, new Date().toISOString(), answered);
  return { answer: 'answer', counts: { credits: 1 } };
}

/** A call that has the key, and what ends it. */
async function firstCall() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let onBegun: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (onBegun = resolve));
  const first = onceForKey(store, call(), async (claim) => {
    onBegun();
    await ended;
    return spend(claim);
  });
  await begun;
  return { first, end };
}

function mustNotRun(): never {
  throw new Error('The work was done again.');
}

test('a twin waits no longer than its deadline, and is then told to come again', async () => {
  const { first, end } = await firstCall();
  const twin = onceForKey(store, call({ deadline: Date.now() + 300 }), mustNotRun);
  await expect(twin).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '5' } });
  end();
  expect(await first).toMatchObject({ answer: 'answer' });
});

test('a twin whose caller hangs up waits no longer', async () => {
  const { first, end } = await firstCall();
  const caller = new AbortController();
  const twin = onceForKey(store, call({ signal: caller.signal }), mustNotRun);
  caller.abort();
  await expect(twin).rejects.toMatchObject({ status: 429 });
  end();
  expect(await first).toMatchObject({ answer: 'answer' });
});

test('a twin is told at once that the key is for another request', async () => {
  const { first, end } = await firstCall();
  const request = { user_id: user, blog_title: 'Cats' };
  await expect(onceForKey(store, call({ request }), mustNotRun)).rejects.toMatchObject({
    status: 400,
  });
  end();
  expect(await first).toMatchObject({ answer: 'answer' });
});

test('the order of the fields makes no other request, their borders do', async () => {
  await onceForKey(store, call({ request: { a: '1', b: '2' } }), spend);
  const twin = onceForKey(store, call({ request: { b: '2', a: '1' } }), mustNotRun);
  expect(await twin).toEqual({ answer: 'answer', counts: { cached: 1 } });
  for (const request of [{ a: '12', b: '' }, { a: '1', c: '2' }, { a: '2', b: '1' }, { a: '1' }]) {
    await expect(onceForKey(store, call({ request }), mustNotRun)).rejects.toMatchObject({
      status: 400,
    });
  }
});

test('without a key, work is done each time', async () => {
  const none = call({ key: undefined });
  const claims: unknown[] = [];
  for (let i = 0; i < 2; i++) {
    await onceForKey(store, none, (claim) => {
      claims.push(claim);
      return Promise.resolve({ answer: 'answer', counts: {} });
    });
  }
  expect(claims).toEqual([undefined, undefined]);
});
