import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAuthenticator } from '../../support/authenticator.ts';
import {
  createOwner,
  createVisitor,
  formTokenOf,
  goodPassword,
  inviteOwner,
  quickPasswords,
  signIn,
} from '../../support/dashboard-visitor.ts';
import { expectPage } from '../../support/expect-page.ts';
import { readExample } from '../../support/doc-examples.ts';
import {
  addPasskey,
  askForPasskey,
  challengeOf,
  codeOf,
  hidden,
  sendCode,
  sendNewPasskey,
  sendPasskey,
  setUpApp,
} from '../../support/second-factor.ts';
import { startService, type RunningService } from '../../support/service.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

// On files; test/e2e/dashboard/second-factor.spec.ts does the same on PostgreSQL, and the contract
// tests the stored data on both.
const origin = 'http://localhost:3000';

let service: RunningService;
beforeAll(async () => {
  service = await startService({
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    PUBLIC_URL: origin,
    TRUST_PROXY: 'true',
    ...quickPasswords,
  });
});
afterAll(() => service.dispose());

let owners = 0;
/** An owner who is signed in. */
async function newOwner() {
  const email = `owner-${(owners += 1)}@example.com`;
  await createOwner(service, email);
  const visitor = createVisitor(service.url);
  await signIn(visitor, email);
  return { email, visitor };
}

test('an app: the password alone no longer signs in, and each code works once', async () => {
  const { email, visitor } = await newOwner();
  const path = '/dashboard/account/app';
  const page = await visitor.get(path);
  expect(page.html).toContain('<svg class="qr-code"');
  const fields = { secret: hidden(page, 'secret'), current: goodPassword, code: '000000' };
  expect((await visitor.submit(path, fields)).status).toBe(400);
  const { secret, codes } = await setUpApp(visitor);
  expect(new Set(codes).size).toBe(10);

  const second = createVisitor(service.url);
  const step = await signIn(second, email);
  expect(step.status).toBe(200);
  await expectPage(step, 'second-step');
  expect((await second.get('/dashboard/keys')).status).toBe(303);
  const wrong = await sendCode(second, step, '123456');
  expect(wrong.status).toBe(403);
  // A ticket works once, and only in the browser that proved the password.
  const again = await sendCode(second, step, codeOf(secret));
  expect(again.location).toContain('notice=signInExpired');
  const thief = createVisitor(service.url);
  await thief.get('/dashboard/sign-in');
  const stolen = await sendCode(thief, wrong, codeOf(secret));
  expect(stolen.status).toBe(403);
  const code = codeOf(secret);
  const done = await sendCode(second, wrong, code);
  expect([done.status, done.location]).toEqual([303, '/dashboard']);
  expect((await second.get('/dashboard/keys')).status).toBe(200);

  const replay = createVisitor(service.url);
  expect((await sendCode(replay, await signIn(replay, email), code)).status).toBe(403);
});

test('a recovery code signs in once; new ones replace the old', async () => {
  const { email, visitor } = await newOwner();
  const { codes } = await setUpApp(visitor);
  const [first = '', second = ''] = codes;
  const enter = async (code: string) => {
    const guest = createVisitor(service.url);
    return sendCode(guest, await signIn(guest, email), code);
  };
  const done = await enter(` ${first.toUpperCase()} `);
  expect(done.location).toBe('/dashboard?notice=recoveryCodeUsed');
  expect((await enter(first)).status).toBe(403);
  expect((await visitor.get('/dashboard/account')).html).toContain('9 left');
  const path = '/dashboard/account/recovery-codes';
  expect((await visitor.submit(path, { current: 'wrong' })).status).toBe(400);
  const renewed = await visitor.submit(path, { current: goodPassword });
  expect(renewed.html).toContain('data-testid="recovery-codes"');
  expect((await enter(second)).status).toBe(403);
});

test('guessing codes ends after five from an address and ten from all; a link also asks for a code', async () => {
  const { email, visitor } = await newOwner();
  const { secret } = await setUpApp(visitor);
  const from = (address: string) => createVisitor(service.url, { 'x-forwarded-for': address });
  const path = await inviteOwner(service, email);
  const guest = from('203.0.113.10');
  let step = await guest.submit(path, { password: goodPassword, repeat: goodPassword });
  expect(step.html).toContain('Second step');
  const statuses = [];
  for (let i = 0; i < 5; i++) {
    // Giving the password again does not reset the count.
    if (i === 3) step = await signIn(guest, email);
    step = await sendCode(guest, step, '000000');
    statuses.push(step.status);
  }
  const refused = await sendCode(guest, step, codeOf(secret));
  expect([...statuses, refused.status]).toEqual([...Array<number>(5).fill(403), 429]);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  // One address does not lock out others.
  const elsewhere = from('203.0.113.11');
  const done = await sendCode(elsewhere, await signIn(elsewhere, email), codeOf(secret));
  expect(done.location).toBe('/dashboard');

  for (const last of [12, 13]) {
    const thief = from(`203.0.113.${last}`);
    let asked = await signIn(thief, email);
    for (let i = 0; i < 5; i++) asked = await sendCode(thief, asked, '000000');
    expect(asked.status).toBe(403);
  }
  const third = from('203.0.113.14');
  expect((await sendCode(third, await signIn(third, email), '000000')).status).toBe(429);
});

test('a link that is opened while signed in asks for a code, and the code signs in', async () => {
  const { email, visitor } = await newOwner();
  const { secret } = await setUpApp(visitor);
  const fields = { password: goodPassword, repeat: goodPassword };
  const step = await visitor.submit(await inviteOwner(service, email), fields);
  expect(step.html).toContain('Second step');
  expect(step.html).not.toContain('/dashboard/keys');
  expect((await visitor.get('/dashboard/keys')).status).toBe(303);
  const done = await sendCode(visitor, step, codeOf(secret));
  expect([done.status, done.location]).toEqual([303, '/dashboard']);
  expect((await visitor.get('/dashboard/keys')).status).toBe(200);
});

test('each change of the second factor ends all other sessions', async () => {
  const { email, visitor } = await newOwner();
  const device = createAuthenticator(origin);
  const current = { current: goodPassword };
  const changes = [
    () => addPasskey(visitor, device),
    () => setUpApp(visitor).then(() => visitor.get('/dashboard/account')),
    () => visitor.submit('/dashboard/account/recovery-codes', current),
    () => visitor.submit('/dashboard/account/app/remove', current),
  ];
  for (const [i, change] of changes.entries()) {
    const other = createVisitor(service.url);
    if (i === 0) await signIn(other, email);
    else {
      const page = await other.get('/dashboard/sign-in');
      await sendPasskey(other, page, device.use(challengeOf(page)));
    }
    expect((await other.get('/dashboard/account')).status).toBe(200);
    expect((await change()).status).toBeLessThan(400);
    expect((await other.get('/dashboard/account')).location).toContain('/dashboard/sign-in');
    expect((await visitor.get('/dashboard/account')).status).toBe(200);
  }
});

test('a passkey belongs to one user', async () => {
  const [anna, bert] = [await newOwner(), await newOwner()];
  const device = createAuthenticator(origin);
  await addPasskey(anna.visitor, device);
  expect((await addPasskey(bert.visitor, device)).status).toBe(400);
  const page = await bert.visitor.get('/dashboard/account');
  await bert.visitor.post('/dashboard/sign-out', { form_token: formTokenOf(page) });
  const signedOut = await bert.visitor.get('/dashboard/sign-in');
  await sendPasskey(bert.visitor, signedOut, device.use(challengeOf(signedOut)));
  expect((await bert.visitor.get('/dashboard/account')).html).toContain(anna.email);
});

test('a passkey needs a name and the password', async () => {
  const { visitor } = await newOwner();
  const path = '/dashboard/account/passkeys/new';
  const refused = await visitor.submit(path, { name: ' ', current: 'wrong' });
  expect(refused.status).toBe(400);
  expect(refused.html.match(/aria-invalid="true"/g)).toHaveLength(2);
  await expectPage(refused, 'add-passkey-with-errors');
  const named = await visitor.submit(path, { name: 'Laptop', current: 'wrong' });
  expect(named.html).toContain('value="Laptop"');
});

test.each(['en', 'de'])(
  'in %s, the page that creates a passkey says the same',
  async (language) => {
    const { email } = await newOwner();
    const visitor = createVisitor(service.url, { 'accept-language': language });
    await signIn(visitor, email);
    await expectPage(await askForPasskey(visitor), `${language}-create-passkey`);
  },
);

test('a user has up to twenty passkeys', async () => {
  const { visitor } = await newOwner();
  const add = async () => (await addPasskey(visitor, createAuthenticator(origin))).status;
  for (let i = 0; i < 19; i++) expect([200, 303]).toContain(await add());
  // Of two pages that were opened before, one is in time.
  const pages = [await askForPasskey(visitor, 'A'), await askForPasskey(visitor, 'B')];
  const statuses = [];
  for (const [i, page] of pages.entries()) {
    const credential = createAuthenticator(origin).create(challengeOf(page));
    statuses.push((await sendNewPasskey(visitor, credential, i === 0 ? 'A' : 'B')).status);
  }
  expect(statuses).toEqual([303, 400]);
  const page = await visitor.get('/dashboard/account/passkeys/new');
  expect(page.status).toBe(400);
  await expectPage(page, 'too-many-passkeys');
});

test('an app is removed only with the password', async () => {
  const { email, visitor } = await newOwner();
  await setUpApp(visitor);
  const path = '/dashboard/account/app/remove';
  const refused = await visitor.submit(path, { current: 'wrong password' });
  expect(refused.status).toBe(400);
  await expectPage(refused, 'remove-app-with-error');
  const done = await visitor.submit(path, { current: goodPassword });
  expect(done.location).toContain('notice=secondFactorChanged');
  expect((await signIn(createVisitor(service.url), email)).status).toBe(303);
});

test('commands require one, show it and reset it', async () => {
  const { email, visitor } = await newOwner();
  const command = (name: string, options = {}) =>
    service.execute(`second-factor ${name}`, { user_id: email, ...options });
  await command('require');
  const page = await visitor.get('/dashboard/keys');
  expect(page.location).toBe('/dashboard/account?notice=secondFactorRequired');
  const account = await visitor.get('/dashboard/account');
  await expectPage(account, 'second-factor-required');
  const create = { form_token: formTokenOf(account), name: 'Site', expiry: 'never' };
  expect((await visitor.post('/dashboard/keys', create)).location).toContain('/account?');
  await setUpApp(visitor);
  expect((await visitor.get('/dashboard/keys')).status).toBe(200);
  expect(await command('show')).toEqual({
    ...{ user_id: email, app: true, passkeys: 0, recovery_codes: 10, required: true },
  });

  await command('reset');
  expect((await visitor.get('/dashboard/keys')).location).toContain('/dashboard/sign-in');
  const again = createVisitor(service.url);
  expect((await signIn(again, email)).status).toBe(303);
  expect((await again.get('/dashboard/keys')).location).toContain('secondFactorRequired');
  await command('require', { off: true });
  expect((await again.get('/dashboard/keys')).status).toBe(200);
  await expect(
    service.execute('second-factor reset', { user_id: 'nobody@example.com' }),
  ).rejects.toThrow('nobody@example.com has no login to the dashboard yet.');
});

test('the commands in the docs work', async () => {
  await createOwner(service, 'site@example.com');
  const lines = readExample('docs/dashboard.md', 'altscribe second-factor').trim().split('\n');
  for (const line of lines) {
    const [, name = '', email, off] =
      /^altscribe (second-factor \w+) --user-id (\S+)( --off)?/.exec(line) ?? [];
    const options = { user_id: email, ...(off && { off: true }) };
    expect(await service.execute(name, options)).toMatchObject({ user_id: 'site@example.com' });
  }
  expect(lines).toHaveLength(4);
});

test('a forged passkey is refused, without saying why', async () => {
  const guest = createVisitor(service.url);
  for (const credential of [
    '',
    '{}',
    'null',
    '{"id":"x","response":{}}',
    '[[',
    'x'.repeat(20_000),
  ]) {
    const fields = { credential, next: '/dashboard' };
    const path = '/dashboard/sign-in/passkey';
    const refused = await guest.submit('/dashboard/sign-in', fields, { action: path });
    expect(refused.status).toBe(403);
    await expectPage(refused, 'forged-passkey');
  }
});
