import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AccountStore } from '../../../service/storage/interfaces/storage-backend.ts';
import { account, at, entry, reservation } from './examples.ts';
import { newModel, type Model } from './model.ts';
import type { Subject } from './subject.ts';

/** The account that one run of commands uses. */
interface Real {
  readonly store: () => AccountStore;
  readonly user: string;
}

type Command = fc.AsyncCommand<Model, Real>;

function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return { check: () => true, run, toString: () => name };
}

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const costs = fc.integer({ min: 1, max: 4 });
const months = fc.constantFrom('2026-01', '2026-02', '2026-03');

const commands = [
  fc.tuple(ids, costs, months).map(([id, credits, month]) =>
    command(`reserve ${id} ${credits} ${month}`, async (model, { store, user }) => {
      const when = `${month}-15T00:00:00.000Z`;
      const after = await store().reserve(reservation(id, { user_id: user, credits, at: when }));
      expect(after?.credits_available).toBe(model.reserve(id, credits, month));
    }),
  ),
  ids.map((id) =>
    command(`settle ${id}`, async (model, { store, user }) => {
      await store().settle(reservation(id, { user_id: user }), at);
      model.settle(id);
    }),
  ),
  ids.map((id) =>
    command(`release ${id}`, async (model, { store, user }) => {
      // The reserved amount is released, even if the caller passes another one.
      await store().release(reservation(id, { user_id: user, credits: 3 }));
      model.release(id);
    }),
  ),
  ids.map((id) =>
    command(`take back ${id}`, async (model, { store, user }) => {
      await store().reverse(reservation(id, { user_id: user }), at);
      model.reverse(id);
    }),
  ),
  fc.tuple(fc.constantFrom('x', 'y', 'z'), fc.integer({ min: -6, max: 6 })).map(([id, by]) =>
    command(`change ${id} ${by}`, async (model, { store, user }) => {
      const after = await store().changeCredits(entry(id, by, { user_id: user }));
      expect(after?.credits_available).toBe(model.change(id, by));
    }),
  ),
];

export function ledgerModel({ store }: Subject): void {
  describe('ledger', () => {
    test('behaves like a model of a few lines', { timeout: 120_000 }, async () => {
      let runs = 0;
      const first = fc.record({
        credits: fc.integer({ min: 0, max: 6 }),
        allowance: fc.option(fc.integer({ min: 0, max: 6 })),
      });
      await fc.assert(
        fc.asyncProperty(first, fc.commands(commands, { maxCommands: 25 }), async (given, cmds) => {
          const user = `user-${(runs += 1)}@example.com`;
          const { credits, allowance } = given;
          const fields = { credits_available: credits, monthly_allowance: allowance };
          await store().createAccount(account(user, fields), at);
          const model = newModel(credits, allowance);
          await fc.asyncModelRun(() => ({ model, real: { store, user } }), cmds);
          expect((await store().findAccount(user))?.credits_available).toBe(model.balance());
          expect(await store().listImbalances()).toEqual([]);
        }),
        { numRuns: 100 },
      );
    });
  });
}
