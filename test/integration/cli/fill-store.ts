import type { AccountStore } from '../../../service/storage/interfaces/storage-backend.ts';
import {
  account,
  apiKey,
  call,
  claim,
  entry,
  reservation,
  usage,
} from '../../contract/account-store/examples.ts';

export const owner = 'owner@example.com';
/** Has a plan whose allowance was given in `month`. */
export const planned = 'planned@example.com';
/** The current month, because old usage is removed. */
export const month = new Date().toISOString().slice(0, 7);

/** A moment this many seconds after the start of this month. */
const moment = (seconds: number) =>
  new Date(Date.parse(`${month}-01T00:00:00.000Z`) + seconds * 1_000).toISOString();

/**
 * Adds everything that a store can contain, each later than the one before: 4 accounts, 4 keys, 210 entries, an
 * abandoned reservation, an idempotency record with a response, usage, and calls.
 */
export async function fillStore(store: AccountStore): Promise<void> {
  const first = apiKey('key_1', { owner_id: owner, created_at: moment(0) });
  await store.createAccount(
    account(owner, { credits_available: 2_000, plan_type: 'business' }),
    moment(1),
    first,
  );
  const under = { owner_id: owner, credits_available: 100 };
  await store.createAccount(account('under@example.com', under), moment(2));
  const empty = { credits_available: 0 };
  const second = apiKey('key_2', { owner_id: 'empty@example.com', created_at: moment(2) });
  await store.createAccount(account('empty@example.com', empty), moment(3), second);
  await store.createAccount(
    account(planned, { credits_available: 10, monthly_allowance: 50 }),
    moment(4),
  );
  await store.createKey(
    apiKey('key_3', { owner_id: owner, name: 'Söme "näme" 👁', created_at: moment(5) }),
  );
  const expires_at = '2999-01-01T00:00:00.000Z';
  await store.createKey(apiKey('key_4', { owner_id: owner, created_at: moment(6), expires_at }));
  await store.revokeKey('key_3', moment(7));
  await store.touchKey(first.hash, moment(8));
  await store.noteSite({
    ...{ owner_id: owner, site: 'https://example.com' },
    ...{ plugin_version: '0.1.0', last_seen_day: moment(8).slice(0, 10) },
  });
  await store.suspendAccount('empty@example.com', moment(9));
  await spend(store);
  await use(store);
}

async function spend(store: AccountStore): Promise<void> {
  for (let n = 0; n < 300; n++) {
    const one = reservation(`call ${n}`, { user_id: owner, at: moment(n * 100) });
    await store.reserve(one);
    await store.settle(one, moment(n * 100 + 1));
  }
  await store.changeCredits(
    entry('e1', 20, {
      user_id: owner,
      at: moment(100_000),
      actor: 'boss@example.com',
      note: '“x”',
    }),
  );
  await store.changeCredits(entry('e2', -15, { user_id: owner, at: moment(100_001) }));
  for (const [n, credits] of [2, 3].entries()) {
    const one = reservation(`planned ${n}`, { user_id: planned, credits, at: moment(n + 30) });
    await store.reserve(one);
    await store.settle(one, moment(n + 40));
  }
  await store.reserve(reservation('left over', { user_id: planned, credits: 7, at: moment(50) }));
  await recordResponse(store);
  const counts = { calls: 3, failures: 1, fallbacks: 2, cached: 4, credits: 5 };
  for (const day of ['01', '02']) {
    await store.addUsage(usage(`${month}-${day}`, { ...counts, user_id: owner }));
  }
  await store.addUsage(usage(`${month}-01`, { ...counts, user_id: planned }));
}

/** Adds calls of several users, for one of them more than are stored, and usage by key. */
async function use(store: AccountStore): Promise<void> {
  const calls = Array.from({ length: 250 }, (_, n) => call(n, { user_id: owner }));
  const failed = { outcome: 'busy', provider: null, model: null, credits: 0 } as const;
  await store.addCalls([...calls, call(1, { user_id: planned, ...failed })]);
  for (const [key_id, owner_id, count] of [
    ['key_1', owner, 12],
    ['key_3', owner, 3],
    ['key_2', 'empty@example.com', 1],
  ] as const) {
    const day = new Date().toISOString().slice(0, 10);
    await store.addKeyUsage({ key_id, owner_id, day, calls: count });
  }
}

/** The claim of a free call that succeeded. */
export const recordedClaim = claim('recorded', { owner_id: owner, user_id: owner });

async function recordResponse(store: AccountStore): Promise<void> {
  const now = new Date().toISOString();
  await store.claimIdempotencyKey(recordedClaim, now);
  await store.recordResponse({ claim: recordedClaim, response: '{"altText":"A boat"}' }, now);
}
