import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newApiKey } from '../../service/accounts/api-keys.ts';
import { createLink } from '../../service/accounts/one-time-links.ts';
import { createSession } from '../../service/accounts/sessions.ts';
import { hashToken } from '../../service/accounts/tokens.ts';
import { openAccountStore } from '../../service/compose-store.ts';
import { createLog } from '../../service/server/log.ts';
import type { AccountStore } from '../../service/storage/interfaces/account-store.ts';
import { startPostgres } from '../support/postgres/server.ts';
import { startService } from '../support/service.ts';
import { round, summarise, time } from './measure.ts';

const accounts = 100_000;
/** How many of them one owner has; all others own themselves. */
const usersOfOwner = 1_000;
const visits = 30;
/** What a page may take at most, in milliseconds. */
const mostMs = 50;

const owner = 'owner@example.com';
const history = `/dashboard/users/${encodeURIComponent(owner)}/history`;
const ownerPages = [
  '/dashboard/keys',
  '/dashboard/users',
  '/dashboard/users?search=user-99',
  history,
  '/dashboard/usage?days=30',
  '/dashboard/usage?days=400',
  '/dashboard/calls',
  '/dashboard/connect',
];
const operatorPages = [
  '/dashboard/owners',
  '/dashboard/owners?search=user-99',
  '/dashboard/health',
  '/dashboard/settings',
  '/dashboard/log',
];
const pages = [...ownerPages, ...operatorPages];

/** How long pages of the dashboard take, from the request to the last byte, on both stores. */
export async function measureDashboard() {
  const postgres = await startPostgres();
  const dataDir = await mkdtemp(join(tmpdir(), 'altscribe-bench-'));
  try {
    const onFiles = await measureOn(dataDir, undefined);
    const onPostgres = await measureOn(dataDir, await postgres.createDatabase());
    const rows = pages.map((page, i) => ({
      page,
      kB: onFiles[i]?.kB,
      'files p50 ms': onFiles[i]?.p50,
      'files max ms': onFiles[i]?.max,
      'PostgreSQL p50 ms': onPostgres[i]?.p50,
      'PostgreSQL max ms': onPostgres[i]?.max,
    }));
    const slowest = Math.max(...[...onFiles, ...onPostgres].map(({ p50 }) => p50));
    const verdict = slowest <= mostMs ? 'met' : 'MISSED';
    return {
      rows,
      remarks: [`${accounts} accounts. p50 is to be at most ${mostMs} ms: ${slowest}, ${verdict}.`],
    };
  } finally {
    await postgres.dispose();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureOn(dataDir: string, databaseUrl: string | undefined) {
  const config = { dataDir, databaseUrl, databasePoolSize: 10 };
  const store = await openAccountStore(config, createLog('silent'));
  await fill(store);
  const ownerSession = await signIn(store, 'invitation', owner);
  const operatorSession = await signIn(store, 'setup', 'operator@example.com');
  await store.close();
  const service = await startService({
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    LOG_LEVEL: 'info',
  });
  try {
    const measured = [];
    for (const page of pages) {
      const session = operatorPages.includes(page) ? operatorSession : ownerSession;
      const times: number[] = [];
      let bytes = 0;
      for (let visit = 0; visit < visits; visit += 1) {
        times.push(
          await time(async () => {
            const headers = { cookie: `altscribe_session=${session}` };
            const response = await fetch(service.url + page, { headers, redirect: 'manual' });
            if (response.status !== 200) throw new Error(`${page}: ${response.status}`);
            bytes = (await response.arrayBuffer()).byteLength;
          }),
        );
      }
      const { p50, max } = summarise(times);
      measured.push({ kB: round(bytes / 1_000), p50: round(p50), max: round(max) });
    }
    return measured;
  } finally {
    await service.stop();
  }
}

/** Makes accounts, all that pages show of one owner, and a log of changes. */
async function fill(store: AccountStore): Promise<void> {
  const at = new Date().toISOString();
  const make = (user_id: string, owner_id = user_id) =>
    store.createAccount(
      {
        ...{ user_id, owner_id, plan_type: 'pro', credits_available: 1_000, suspended_at: null },
        ...{ monthly_allowance: null, allowance_month: null },
      },
      at,
    );
  await make(owner);
  for (let first = 1; first < accounts; first += 200) {
    const numbers = Array.from({ length: Math.min(200, accounts - first) }, (_, n) => first + n);
    await Promise.all(
      numbers.map((n) => make(`user-${n}@example.com`, n < usersOfOwner ? owner : undefined)),
    );
  }
  for (let ago = 0; ago < 400; ago += 1) {
    const day = new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const counts = { calls: 40, failures: 2, fallbacks: 3, cached: 5, credits: 33 };
    const users = ago < 30 ? 100 : 5;
    await Promise.all(
      Array.from({ length: users }, (_, n) =>
        store.addUsage({ user_id: n === 0 ? owner : `user-${n}@example.com`, day, ...counts }),
      ),
    );
  }
  for (let n = 0; n < 5; n += 1) await store.createKey(newApiKey(owner, `Site ${n}`).record);
  const none = { actor: null, note: null };
  for (let n = 0; n < 200; n += 1) {
    const id = `call-${n}`;
    const entry = { id, user_id: owner, credits: -1, reason: 'call', request_id: id } as const;
    await store.changeCredits({ ...entry, at, ...none });
  }
  await store.addCalls(
    Array.from({ length: 200 }, (_, n) => ({
      ...{ user_id: owner, request_id: `request-${n}`, at, outcome: 'ok', language: 'de' },
      ...{ provider: 'openai', model: 'gpt-5.4-mini', ms: 900, credits: 1 },
    })),
  );
  for (let n = 0; n < 2_000; n += 1) {
    const change = { id: `change-${n}`, at, actor: owner, user_id: owner, action: 'key.created' };
    await store.addChange({ ...change, details: { name: `Site ${n}`, last4: 'x1Yz' } });
  }
}

/** Makes a session without a password. Returns its id. */
async function signIn(store: AccountStore, kind: 'invitation' | 'setup', userId: string) {
  const path = await createLink(store, kind, userId);
  const login = { user_id: userId, password_hash: 'not used' };
  const token = hashToken(path.slice(path.lastIndexOf('/') + 1));
  await store.useLink(token, login, new Date().toISOString());
  return createSession(store, userId, 'bench');
}
