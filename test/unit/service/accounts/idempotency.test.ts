import { beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  claimIdempotencyKey,
  type IdempotencyHold,
  type KeyedCall,
} from '../../../../service/accounts/idempotency.ts';
import { findKnownError } from '../../../../service/operations/known-errors.ts';
import { createLog } from '../../../../service/server/log.ts';
import { openLowdbAccountStore } from '../../../../service/storage/lowdb/account-store.ts';
import type { AccountStore } from '../../../../service/storage/interfaces/storage-backend.ts';
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

/** Reserves and settles the credit of a call that holds its key, as generate does. */
async function spend(hold: IdempotencyHold) {
  const mine = reservation(hold.claim?.call_id ?? 'without a key');
  await store.reserve(mine);
  await store.settle(mine, new Date().toISOString(), hold.complete('response'));
  hold.keep();
}

/** A whole call; returns the response of an earlier one, if there was one. */
async function respond(fields: Partial<KeyedCall> = {}) {
  await using hold = await claimIdempotencyKey(store, call(fields));
  if (hold.recorded === undefined) await spend(hold);
  return hold.recorded;
}

/** The caller's error for a call that cannot claim its key. */
async function refusal(fields: Partial<KeyedCall>) {
  const error: unknown = await claimIdempotencyKey(store, call(fields)).catch((e: unknown) => e);
  return findKnownError(error)?.toHttpError();
}

test('a duplicate waits until its deadline and is then told to retry', async () => {
  const first = await claimIdempotencyKey(store, call());
  expect(await refusal({ deadline: Date.now() + 300 })).toMatchObject({
    status: 429,
    headers: { 'Retry-After': '5' },
  });
  await spend(first);
  expect(await respond()).toBe('"response"');
});

test('a duplicate stops waiting when its caller hangs up', async () => {
  const first = await claimIdempotencyKey(store, call());
  const caller = new AbortController();
  const twin = refusal({ signal: caller.signal });
  caller.abort();
  expect(await twin).toMatchObject({ status: 429 });
  await spend(first);
  expect(await respond()).toBe('"response"');
});

test('a duplicate is told immediately that the key is for another request', async () => {
  const first = await claimIdempotencyKey(store, call());
  const request = { user_id: user, blog_title: 'Cats' };
  expect(await refusal({ request })).toMatchObject({ status: 400 });
  await spend(first);
  expect(await respond()).toBe('"response"');
});

test('the order of the fields does not change a request, but their boundaries do', async () => {
  expect(await respond({ request: { a: '1', b: '2' } })).toBeUndefined();
  expect(await respond({ request: { b: '2', a: '1' } })).toBe('"response"');
  for (const request of [{ a: '12', b: '' }, { a: '1', c: '2' }, { a: '2', b: '1' }, { a: '1' }]) {
    expect(await refusal({ request })).toMatchObject({ status: 400 });
  }
});

test('a failed call releases its key to the waiting call', async () => {
  const failing = async () => {
    await using hold = await claimIdempotencyKey(store, call());
    throw new Error(`${hold.claim?.user_id} failed`);
  };
  await expect(failing()).rejects.toThrow('failed');
  expect(await respond()).toBeUndefined();
  expect(await respond()).toBe('"response"');
});

test('without a key, nothing is claimed or recorded', async () => {
  for (let i = 0; i < 2; i++) {
    await using hold = await claimIdempotencyKey(store, call({ key: undefined }));
    expect(hold).toMatchObject({ claim: undefined, recorded: undefined });
    expect(hold.complete('response')).toBeUndefined();
    await hold.record('response');
  }
});
