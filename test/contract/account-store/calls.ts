import { beforeEach, describe, expect, test } from 'vitest';
import { callOutcomes, type CallRecord } from '../../../service/storage/interfaces/usage-log.ts';
import { account, at, call, user } from './examples.ts';
import type { Subject } from './subject.ts';

function calls(from: number, to: number): CallRecord[] {
  return Array.from({ length: to - from }, (_, i) => call(from + i));
}

export function callsContract({ store, reopen }: Subject): void {
  describe('calls', () => {
    beforeEach(() => store().createAccount(account(user), at));

    test('are stored unchanged, newest first, even after reopening', async () => {
      const all = callOutcomes.map((outcome, n) => call(n, { outcome }));
      const nobody = call(100, { provider: null, model: null, credits: 0, ms: 0 });
      await store().addCalls(all);
      await store().addCalls([nobody]);
      const expected = [nobody, ...all.toReversed()];
      expect(await store().listCalls(user)).toEqual(expected);
      await reopen();
      expect(await store().listCalls(user)).toEqual(expected);
    });

    test('are sorted by time, in whatever order they are added', async () => {
      await store().addCalls([call(3), call(1)]);
      await store().addCalls([call(2)]);
      expect(await store().listCalls(user)).toEqual([call(3), call(2), call(1)]);
    });

    test('only the newest 200 are stored', { timeout: 60_000 }, async () => {
      for (let n = 0; n < 1_000; n += 50) await store().addCalls(calls(n, n + 50));
      expect(await store().listCalls(user)).toEqual(calls(800, 1_000).toReversed());
      await store().addCalls(calls(1_000, 1_250));
      expect(await store().listCalls(user)).toEqual(calls(1_050, 1_250).toReversed());
    });

    test('belong to one user each', async () => {
      const other = { user_id: 'b@example.com' };
      await store().createAccount(account('b@example.com', { owner_id: user }), at);
      await store().addCalls([call(1), call(2, other), call(3), call(4, other)]);
      expect(await store().listCalls(user)).toEqual([call(3), call(1)]);
      expect(await store().listCalls('b@example.com')).toEqual([call(4, other), call(2, other)]);
    });

    test('of an unknown user are not stored, but those of other users are', async () => {
      const nobody = ['nobody@example.com', '__proto__'];
      await store().addCalls([...nobody.map((user_id) => call(1, { user_id })), call(2)]);
      for (const id of nobody) expect(await store().listCalls(id)).toEqual([]);
      expect(await store().listCalls(user)).toEqual([call(2)]);
      await store().addCalls([]);
    });

    test('added in parallel are all stored', async () => {
      await Promise.all(calls(0, 50).map((one) => store().addCalls([one])));
      expect(await store().listCalls(user)).toHaveLength(50);
    });

    test('with the same id count once', async () => {
      await store().addCalls([call(1)]);
      await store().addCalls([call(1), call(2)]);
      expect(await store().listCalls(user)).toEqual([call(2), call(1)]);
    });

    test('are removed with the account: a new account with the same name does not have them', async () => {
      await store().addCalls([call(1)]);
      await store().removeAccount(user);
      expect(await store().listCalls(user)).toEqual([]);
      await store().createAccount(account(user), at);
      expect(await store().listCalls(user)).toEqual([]);
      await store().addCalls([call(2)]);
      expect(await store().listCalls(user)).toEqual([call(2)]);
    });
  });
}
