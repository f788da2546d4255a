import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openLowdbAccountStore } from '../../../../../service/storage/lowdb/account-store.ts';
import type { AccountStore } from '../../../../../service/storage/interfaces/storage-backend.ts';
import {
  account,
  apiKey,
  at,
  call,
  entry,
  reservation,
  usage,
  user,
} from '../../../../contract/account-store/examples.ts';
import { anyText } from '../../../../support/any-text.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import { addSession } from '../../../../support/credentials.ts';

const now = new Date().toISOString();
const later = new Date(Date.now() + 3_600_000).toISOString();

/** Values that a form, a header or a fault may put into a field. */
const odd = fc.oneof(
  anyText,
  fc.constantFrom('\ud800', '\0', '__proto__'),
  fc.double().filter((value) => !Object.is(value, -0)),
  fc.integer(),
  fc.constantFrom(null, true),
  fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 3 }),
  fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
);

/** A value with one of its fields replaced. */
const changed = <T extends object>(value: T) =>
  fc
    .tuple(fc.constantFrom(...Object.keys(value)), odd)
    .map(([field, by]) => ({ ...value, [field]: by }));

const passkey = {
  ...{ id: 'p', public_key: 'key', counter: 0, transports: [], name: 'Phone', created_at: now },
};
const factor = {
  ...{ totp_secret: null, totp_period: 0, recovery_hashes: ['a'], is_required: false },
  passkeys: [passkey],
};
const session = {
  ...{ id_hash: 's', user_id: user, created_at: now, last_seen_at: now, user_agent: 'B' },
};
const change = {
  ...{ id: 'c', at, actor: user, action: 'key.created', user_id: user, details: { name: 'a' } },
};

type Step = (store: AccountStore) => Promise<unknown>;

const step = <T extends object>(
  value: T,
  use: (store: AccountStore, value: T) => Promise<unknown>,
) =>
  changed(value).map(
    (one): Step =>
      (store) =>
        use(store, { ...one }),
  );

/** Steps with values that the types do not allow, as the browser's transports once did not. */
const steps = fc.oneof(
  step(passkey, (store, one) =>
    store.changeSecondFactor(user, (before) => ({ ...before, passkeys: [one] })),
  ),
  step(factor, (store, one) => store.changeSecondFactor(user, () => one)),
  step(session, (store, one) => addSession(store, { ...one, user_id: user })),
  step(entry('e', 1), (store, one) => store.changeCredits({ ...one, user_id: user })),
  step(apiKey('k'), (store, one) => store.createKey({ ...one, owner_id: user })),
  step(usage('2026-01-02', { calls: 1 }), (store, one) =>
    store.addUsage({ ...one, user_id: user }),
  ),
  step(call(1), (store, one) => store.addCalls([{ ...one, user_id: user }])),
  step({ plan_type: 'pro', monthly_allowance: 5 }, (store, one) => store.changePlan(user, one)),
  step(reservation('r'), async (store, one) => {
    const reserved = { ...one, user_id: user };
    await store.reserve(reserved);
    await store.settle(reserved, at);
  }),
  step(change, (store, one) => store.addChange({ ...one, at: now })),
);

/** Everything that was stored. */
const contentOf = async (store: AccountStore) => ({
  account: await store.findAccount(user),
  entries: await store.listEntries(user),
  keys: await store.listKeys(),
  usage: await store.listUsage(user),
  calls: await store.listCalls(user),
  login: await store.findLogin(user),
  factor: await store.findSecondFactor(user),
  sessions: await store.listSessions(user),
  changes: await store.listChanges({ limit: 99 }),
  damage: await store.listDamage(),
});

async function withStore<T>(folder: string, work: (store: AccountStore) => Promise<T>): Promise<T> {
  const store = await openLowdbAccountStore(folder);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

test('whatever a store accepts, it reads again', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 10 }), async (list) => {
      const folder = await temporaryFolder();
      const content = await withStore(folder, async (store) => {
        await store.createAccount(account(user), at);
        const link = { token_hash: 'l', purpose: 'setup', user_id: user } as const;
        await store.createLink({ ...link, created_at: now, expires_at: later });
        await store.useLink('l', { user_id: user, password_hash: 'hash' }, now);
        for (const one of list) await one(store).catch(() => undefined);
        // A reservation is only in memory until the next write.
        await store.limitCalls(user, null);
        return contentOf(store);
      });
      expect(await withStore(folder, contentOf)).toEqual({ ...content, damage: [] });
    }),
    { numRuns: 60 },
  );
});
