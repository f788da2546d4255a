import { beforeEach, describe, expect, test } from 'vitest';
import { account, at, entry, reservation, user } from './examples.ts';
import type { Subject } from './subject.ts';

const second = (n: number) => new Date(Date.parse(at) + n * 1_000).toISOString();

export function entriesPageContract({ store, reopen }: Subject): void {
  async function ids(limit: number, after?: string) {
    return (await store().listEntries(user, { limit, after })).map(({ id }) => id);
  }

  describe('pages of entries', () => {
    beforeEach(async () => {
      await store().createAccount(account(user, { credits_available: 0 }), at);
      for (const n of [1, 2, 3, 4, 5]) {
        await store().changeCredits(entry(`e${n}`, n, { at: second(n) }));
      }
    });

    test('follow each other, newest first, and end', async () => {
      expect(await ids(2)).toEqual(['e5', 'e4']);
      expect(await ids(2, 'e4')).toEqual(['e3', 'e2']);
      expect(await ids(2, 'e2')).toEqual(['e1']);
      expect(await ids(2, 'e1')).toEqual([]);
      expect(await ids(100)).toEqual(['e5', 'e4', 'e3', 'e2', 'e1']);
    });

    test('neither repeat nor omit entries while new ones are added', async () => {
      expect(await ids(2)).toEqual(['e5', 'e4']);
      await store().changeCredits(entry('e6', 6, { at: second(6) }));
      expect(await ids(2, 'e4')).toEqual(['e3', 'e2']);
    });

    test('separate entries with the same time', async () => {
      for (const n of [6, 7, 8, 9]) {
        await store().changeCredits(entry(`e${n}`, n, { at: second(6) }));
      }
      expect(await ids(3)).toEqual(['e9', 'e8', 'e7']);
      expect(await ids(3, 'e7')).toEqual(['e6', 'e5', 'e4']);
    });

    test('do not contain calls in progress', async () => {
      await store().reserve(reservation('r1', { at: second(7) }));
      expect(await ids(1)).toEqual(['e5']);
    });

    test('belong to one account', async () => {
      await store().createAccount(account('b@example.com'), at);
      expect(await store().listEntries('b@example.com', { limit: 5, after: 'e3' })).toEqual([]);
      expect(await store().listEntries('nobody@example.com', { limit: 5 })).toEqual([]);
    });

    test('contain who changed the balance and why, even after reopening', async () => {
      const noted = { actor: 'boss@example.com', note: 'Paid <b>twice</b>', at: second(8) };
      await store().changeCredits(entry('noted', 7, noted));
      await store().changeCredits(entry('silent', 7, { at: second(9), actor: 'command line' }));
      await reopen();
      const entries = await store().listEntries(user, { limit: 3 });
      expect(entries).toEqual([
        entry('silent', 7, { at: second(9), actor: 'command line' }),
        entry('noted', 7, noted),
        entry('e5', 5, { at: second(5) }),
      ]);
    });

    test('omit none of hundreds of calls that are rolled up meanwhile', async () => {
      await store().changeCredits(entry('e6', 400, { at: second(10) }));
      async function call(n: number) {
        await store().reserve(reservation(`r${n}`));
        await store().settle(reservation(`r${n}`), second(n * 1_000));
      }
      for (let n = 11; n < 250; n++) await call(n);
      const page = await ids(230);
      expect(page.at(-1)).toBe('r20');
      for (let n = 250; n < 300; n++) await call(n);
      const rest = await store().listEntries(user, { limit: 1_000, after: 'r20' });
      const others = rest.filter(({ reason }) => reason !== 'call').map(({ id }) => id);
      expect(others).toEqual(['e6', 'e5', 'e4', 'e3', 'e2', 'e1']);
      const calls = rest.filter(({ reason }) => reason === 'call');
      const spent = calls.reduce((sum, { credits }) => sum - credits, 0);
      expect(spent).toBeGreaterThanOrEqual(9);
      expect(calls.map(({ id }) => id)).not.toContain('r299');
    }, 60_000);
  });
}
