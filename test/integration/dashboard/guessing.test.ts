import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createOwner,
  createVisitor,
  goodPassword,
  quickPasswords,
  signIn,
  type Visit,
} from '../../support/dashboard-visitor.ts';
import { startService, type RunningService } from '../../support/service.ts';

const slow = { timeout: 120_000 };

let service: RunningService;
const [anna, bert] = ['anna@example.com', 'bert@example.com'];

beforeAll(async () => {
  service = await startService({
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    TRUST_PROXY: 'true',
    ...quickPasswords,
    // Each still takes much longer than everything else in a request.
    PASSWORDS_QUICKER: '4',
  });
  for (const user of [anna, bert]) await createOwner(service, user);
}, 60_000);
afterAll(() => service.dispose());

const from = (address: string) => createVisitor(service.url, { 'x-forwarded-for': address });

/** An attempt and the duration of its response. */
async function guess(address: string, email: string) {
  const visitor = from(address);
  await visitor.get('/dashboard/sign-in');
  const start = performance.now();
  const visit = await signIn(visitor, email, 'a wrong password');
  return { ...visit, ms: performance.now() - start };
}

/** Removes expected differences between two pages: typed values and tokens. */
const page = ({ html }: Visit, email: string) =>
  html.replaceAll(email, 'EMAIL').replace(/form_token" value="[^"]+"/, '');

test('an account accepts five attempts from an address, then asks to wait', slow, async () => {
  const [address, unknown] = ['203.0.113.1', 'unknown@example.com'];
  const known = [];
  const strange = [];
  for (let i = 0; i < 5; i++) {
    known.push(await guess(address, anna));
    strange.push(await guess(address, unknown));
  }
  expect([...known, ...strange].map(({ status }) => status)).toEqual(Array(10).fill(403));
  // Neither the page nor the time reveals whether the account exists.
  expect(new Set(known.map((visit) => page(visit, anna))).size).toBe(1);
  expect(page(strange[0] as Visit, unknown)).toBe(page(known[0] as Visit, anna));
  const [ofKnown, ofUnknown] = [median(known), median(strange)];
  expect(ofUnknown).toBeGreaterThan(ofKnown / 3);
  expect(ofUnknown).toBeLessThan(ofKnown * 3);

  for (const email of [anna, unknown]) {
    const refusals = [await guess(address, email), await guess(address, email)];
    for (const over of refusals) {
      expect(over.status).toBe(429);
      expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(700);
      expect(over.html).toMatch(/Too many attempts\. Wait 1\d minutes, then try again\./);
    }
    // It is refused before it costs anything.
    expect(Math.min(...refusals.map(({ ms }) => ms))).toBeLessThan(ofKnown);
  }
  // Now even the right password is refused from this address, but not from another one.
  expect((await signIn(from(address), anna)).status).toBe(429);
  expect((await signIn(from('203.0.113.2'), anna)).status).toBe(303);
  // And another account from the same address.
  expect((await signIn(from(address), bert)).status).toBe(303);

  // The change log has every checked attempt and no password.
  const folder = join(service.dataDir, 'changes');
  const files = await readdir(folder);
  const changes = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const refused = changes
    .join('')
    .split('\n')
    .filter((line) => line.includes('sign-in.refused'));
  expect(refused.filter((line) => line.includes(unknown) && line.includes(address))).toHaveLength(
    5,
  );
  expect(refused).toHaveLength(10);
  expect(changes.join('')).not.toContain('a wrong password');
});

test('a session cannot be used to guess the password', slow, async () => {
  const address = '203.0.113.6';
  const thief = from(address);
  await signIn(thief, bert);
  const fields = { current: 'a wrong password', password: goodPassword, repeat: goodPassword };
  const options = { action: '/dashboard/account/password' };
  const visits = [];
  for (let i = 0; i < 6; i++) {
    visits.push(await thief.submit('/dashboard/account', fields, options));
  }
  expect(visits.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429]);
  expect(visits[4]?.html).toContain('This is not your current password.');
  expect(visits[5]?.html).toContain('Too many attempts.');
  const removal = await thief.submit('/dashboard/account/app/remove', { current: goodPassword });
  expect(removal.status).toBe(429);
});

test('links that do not exist are also counted by address', slow, async () => {
  const visitor = from('203.0.113.7');
  const statuses = [];
  for (let i = 0; i < 21; i++) {
    statuses.push((await visitor.get(`/dashboard/invitation/${i}`)).status);
  }
  expect(statuses).toEqual([...Array<number>(20).fill(410), 429]);
  expect((await from('203.0.113.8').get('/dashboard/setup/x')).status).toBe(410);
});

function median(tries: readonly { readonly ms: number }[]): number {
  const sorted = tries.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
