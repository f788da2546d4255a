import { onTestFinished, expect, test } from 'vitest';
import { addCredits, referenceOf } from '../../../../service/accounts/credits.ts';
import { BalanceTooLowError, ReferenceUsedError } from '../../../../service/accounts/errors.ts';
import { openLowdbAccountStore } from '../../../../service/storage/lowdb/account-store.ts';
import { account, at, user } from '../../../contract/account-store/examples.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const change = { userId: user, credits: 7, note: null, reference: null, actor: 'boss@example.com' };

async function open() {
  const store = await openLowdbAccountStore(await temporaryFolder());
  onTestFinished(() => store.close());
  await store.createAccount(account(user, { credits_available: 5 }), at);
  return store;
}

test('adds and removes credits, and records who did it and why', async () => {
  const store = await open();
  expect(await addCredits(store, change)).toMatchObject({ account: { credits_available: 12 } });
  const taken = await addCredits(store, { ...change, credits: -2, note: 'A mistake' });
  expect(taken).toMatchObject({ account: { credits_available: 10 }, isRepeat: false });
  expect(await store.listEntries(user, { limit: 2 })).toMatchObject([
    { credits: -2, reason: 'correction', note: 'A mistake', actor: 'boss@example.com' },
    { credits: 7, reason: 'top-up', note: null, actor: 'boss@example.com' },
  ]);
});

test('the same reference counts once for an account, and only with one number of credits', async () => {
  const store = await open();
  const paid = { ...change, reference: 'invoice 7' };
  const both = [addCredits(store, paid), addCredits(store, { ...paid, note: 'Again' })];
  const repeats = (await Promise.all(both)).filter(({ isRepeat }) => isRepeat);
  expect(repeats).toHaveLength(1);
  expect(await addCredits(store, paid)).toMatchObject({
    account: { credits_available: 12 },
    isRepeat: true,
  });
  const error: unknown = await addCredits(store, { ...paid, credits: 8 }).catch(
    (one: unknown) => one,
  );
  expect(error).toBeInstanceOf(ReferenceUsedError);
  expect(error).toMatchObject({ entry: { credits: 7 } });
  expect(await store.findAccount(user)).toMatchObject({ credits_available: 12 });
  const [entry] = await store.listEntries(user);
  expect(entry && referenceOf(entry)).toBe('invoice 7');
  expect(referenceOf({ id: 'first-a@example.com' })).toBeNull();
});

test('never removes more than the balance, and the error states the balance', async () => {
  const store = await open();
  const error: unknown = await addCredits(store, { ...change, credits: -6 }).catch(
    (one: unknown) => one,
  );
  expect(error).toBeInstanceOf(BalanceTooLowError);
  expect(error).toMatchObject({
    creditsAvailable: 5,
    message: 'a@example.com has only 5 credits.',
  });
  expect(await store.listEntries(user)).toHaveLength(1);
  expect(await addCredits(store, { ...change, credits: -5 })).toMatchObject({
    account: { credits_available: 0 },
  });
});

test('reports an account that does not exist', async () => {
  const store = await open();
  for (const credits of [1, -1]) {
    const nobody = { ...change, userId: 'nobody@example.com', credits };
    expect(await addCredits(store, nobody)).toEqual({ account: undefined, isRepeat: false });
  }
});
