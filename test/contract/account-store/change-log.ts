import { describe, expect, test } from 'vitest';
import type { Change } from '../../../service/storage/interfaces/usage-log.ts';
import type { Subject } from './subject.ts';

/** A hundred days ago, because old entries are removed. */
const start = Date.now() - 100 * 86_400_000;

function change(minute: number, fields: Partial<Change> = {}): Change {
  const at = new Date(start + minute * 60_000).toISOString();
  return {
    id: `change ${minute}`,
    at,
    actor: 'a@example.com',
    action: 'key.created',
    user_id: 'a@example.com',
    details: { name: 'Blog', last4: 'x1Yz' },
    ...fields,
  };
}

export function changeLogContract({ store, reopen }: Subject): void {
  describe('the log of changes', () => {
    test('stores changes, newest first, over days, even after reopening', async () => {
      expect(await store().listChanges({ limit: 10 })).toEqual([]);
      const odd = change(1, {
        actor: 'command line',
        user_id: null,
        details: { name: 'Söme\n"näme" 👁 </script>', credits: -5, reference: null },
      });
      const changes = [change(0), odd, change(2), change(1_440 * 2)];
      for (const one of changes) await store().addChange(one);
      expect(await store().listChanges({ limit: 10 })).toEqual(changes.toReversed());
      await reopen();
      expect(await store().listChanges({ limit: 10 })).toEqual(changes.toReversed());
      await store().addChange(change(1_440 * 2 + 1));
      expect(await store().listChanges({ limit: 2 })).toEqual([
        change(1_440 * 2 + 1),
        change(1_440 * 2),
      ]);
    });

    test('has pages that stay the same while changes are added', async () => {
      const changes = Array.from({ length: 25 }, (_, n) => change(n * 200));
      for (const one of changes) await store().addChange(one);
      const pages: Change[] = [];
      let after: string | undefined;
      for (let page = 0; page < 4; page++) {
        const list = await store().listChanges({ limit: 10, after });
        expect(list.length).toBe(page < 2 ? 10 : page === 2 ? 5 : 0);
        pages.push(...list);
        after = list.at(-1)?.id ?? after;
        await store().addChange(change(100_000 + page));
      }
      expect(pages).toEqual(changes.toReversed());
      expect(await store().listChanges({ limit: 10, after: 'unknown' })).toEqual([]);
    });

    test('can be filtered by action, and by actor or target', async () => {
      const b = 'b@example.com';
      await store().addChange(change(0));
      await store().addChange(change(1, { action: 'key.revoked' }));
      await store().addChange(change(2, { actor: b }));
      await store().addChange(change(3, { action: 'key.revoked', user_id: b }));
      const list = async (filter: object) =>
        (await store().listChanges({ limit: 10, ...filter })).map(({ id }) => id);
      expect(await list({ action: 'key.revoked' })).toEqual(['change 3', 'change 1']);
      expect(await list({ about: b })).toEqual(['change 3', 'change 2']);
      expect(await list({ about: b, action: 'key.revoked' })).toEqual(['change 3']);
      expect(await list({ action: 'key.revoked', after: 'change 3' })).toEqual(['change 1']);
      expect(await list({ action: 'none' })).toEqual([]);
    });

    test('loses none of many parallel changes', async () => {
      const changes = Array.from({ length: 60 }, (_, n) => change(n));
      await Promise.all(changes.map((one) => store().addChange(one)));
      await reopen();
      const ids = (await store().listChanges({ limit: 100 })).map(({ id }) => id);
      expect(ids.toSorted()).toEqual(changes.map(({ id }) => id).toSorted());
    });
  });
}
