import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAuthenticator } from '../../support/authenticator.ts';
import {
  createOperator,
  createOwner,
  createVisitor,
  formTokenOf,
  quickPasswords,
  signIn,
  type Visitor,
} from '../../support/dashboard-visitor.ts';
import { onEachStorage } from '../../support/each-storage.ts';
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

const origin = 'http://localhost:3000';
const invented = () => randomBytes(32).toString('base64url');

onEachStorage((newEnv) => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      PUBLIC_URL: origin,
      TRUST_PROXY: 'true',
      ...quickPasswords,
      ...(await newEnv()),
    });
  });
  afterAll(() => service.dispose());

  let owners = 0;
  /** A browser with its own address. */
  const newVisitor = () =>
    createVisitor(service.url, { 'x-forwarded-for': `203.0.113.${(owners += 1)}` });

  /** An owner who is signed in, with an app. */
  async function newOwner() {
    const visitor = newVisitor();
    const email = `owner-${owners}@example.com`;
    await createOwner(service, email);
    await signIn(visitor, email);
    return { email, visitor, ...(await setUpApp(visitor)) };
  }

  const isSignedIn = async (visitor: Visitor) =>
    (await visitor.get('/dashboard/account')).status === 200;

  /** Posts the second step with any ticket, several times. Returns where that led. */
  async function forge(email: string, code: () => string, ticket: string, times: number) {
    const stranger = newVisitor();
    const page = await stranger.get('/dashboard/sign-in');
    const fields = { form_token: formTokenOf(page), email, ticket, next: '/dashboard' };
    const targets = [];
    for (let i = 0; i < times; i++) {
      const answer = await stranger.post('/dashboard/sign-in/code', { ...fields, code: code() });
      targets.push(answer.location ?? answer.status);
    }
    expect(await isSignedIn(stranger)).toBe(false);
    return targets;
  }

  const expired = (times: number) =>
    Array<string>(times).fill('/dashboard/sign-in?notice=signInExpired');

  test('a ticket that was never issued is refused every time, with the right code', async () => {
    const { email, secret, codes } = await newOwner();
    const ticket = invented();
    expect(await forge(email, () => codeOf(secret), ticket, 3)).toEqual(expired(3));
    expect(await forge(email, () => codes[0] ?? '', ticket, 3)).toEqual(expired(3));
    expect(await forge(email, () => codeOf(secret), '', 3)).toEqual(expired(3));
  });

  test('a ticket is for one user and one browser, and is used once', async () => {
    const [anna, bert] = [await newOwner(), await newOwner()];
    const browser = newVisitor();
    const step = await signIn(browser, bert.email);
    const ticket = hidden(step, 'ticket');
    // To another user.
    for (let i = 0; i < 3; i++) {
      const answer = await sendCode(browser, step, codeOf(anna.secret), { email: anna.email });
      expect(answer.location).toContain('signInExpired');
    }
    // From another browser.
    expect(await forge(bert.email, () => codeOf(bert.secret), ticket, 3)).toEqual(expired(3));
    // Still usable where it was issued, once.
    expect((await sendCode(browser, step, codeOf(bert.secret))).location).toBe('/dashboard');
    const again = newVisitor();
    for (const [name, value] of browser.cookies) again.cookies.set(name, value);
    again.cookies.delete('altscribe_session');
    for (let i = 0; i < 3; i++) {
      const answer = await sendCode(again, step, bert.codes[i] ?? '');
      expect(answer.location).toContain('signInExpired');
    }
    expect(await isSignedIn(again)).toBe(false);
  });

  test('of many concurrent uses of a ticket, one counts', async () => {
    const { email, codes } = await newOwner();
    const browser = newVisitor();
    const step = await signIn(browser, email);
    const answers = await Promise.all(codes.map((code) => sendCode(browser, step, code)));
    const entered = answers.filter(({ location }) => location?.includes('recoveryCodeUsed'));
    expect(entered).toHaveLength(1);
  });

  test('a ticket ends with the password that it proves', async () => {
    const { email, visitor, secret } = await newOwner();
    const browser = newVisitor();
    const step = await signIn(browser, email);
    const password = 'quiet-river-lantern-58';
    const fields = { current: 'winter-lamp-orchid-29', password, repeat: password };
    const action = '/dashboard/account/password';
    const changed = await visitor.submit('/dashboard/account', fields, { action });
    expect(changed.location).toContain('passwordChanged');
    const answer = await sendCode(browser, step, codeOf(secret));
    expect(answer.location).toContain('signInExpired');
  });

  test('a challenge for another purpose is not accepted as a ticket, nor a ticket as a challenge', async () => {
    const { email, secret, visitor } = await newOwner();
    const device = createAuthenticator(origin);
    await addPasskey(visitor, device);

    // The form of the second step offers a passkey, too: its challenge belongs to the same browser.
    const browser = newVisitor();
    const step = await signIn(browser, email);
    const ofPasskey = challengeOf(step);
    for (let i = 0; i < 3; i++) {
      const answer = await sendCode(browser, step, codeOf(secret), { ticket: ofPasskey });
      expect(answer.location).toContain('signInExpired');
    }
    const ticket = hidden(step, 'ticket');
    for (const challenge of [ticket, invented()]) {
      for (let i = 0; i < 3; i++) {
        expect((await sendPasskey(browser, step, device.use(challenge))).status).toBe(403);
      }
    }
    // The challenge for a new passkey is accepted neither as a ticket nor for signing in with a
    // passkey.
    const another = createAuthenticator(origin);
    const toCreate = challengeOf(await askForPasskey(visitor));
    const page = await browser.get('/dashboard/sign-in');
    expect((await sendPasskey(browser, page, device.use(toCreate))).status).toBe(403);
    for (const challenge of [challengeOf(page), ticket]) {
      const refused = await sendNewPasskey(visitor, another.create(challenge));
      expect(refused.status).toBe(400);
    }
    // A challenge works once.
    const used = device.use(challengeOf(page));
    expect((await sendPasskey(browser, page, used)).location).toBe('/dashboard');
    const later = newVisitor();
    const shown = await later.get('/dashboard/sign-in');
    for (let i = 0; i < 3; i++) expect((await sendPasskey(later, shown, used)).status).toBe(403);
  });

  test('a passkey is added only with the challenge for which the password was given', async () => {
    const { visitor, email } = await newOwner();
    const device = createAuthenticator(origin);
    const challenge = invented();
    for (let i = 0; i < 3; i++) {
      expect((await sendNewPasskey(visitor, device.create(challenge))).status).toBe(400);
    }
    const own = challengeOf(await askForPasskey(visitor));
    // With another name; by another user; from another browser of the same user.
    expect((await sendNewPasskey(visitor, device.create(own), 'Thief')).status).toBe(400);
    const other = await newOwner();
    expect((await sendNewPasskey(other.visitor, device.create(own))).status).toBe(400);
    const show = () => service.execute('second-factor show', { user_id: email });
    expect(await show()).toMatchObject({ passkeys: 0 });
    expect((await sendNewPasskey(visitor, device.create(own))).status).toBe(303);
    expect(await show()).toMatchObject({ passkeys: 1 });
    const second = createAuthenticator(origin);
    for (let i = 0; i < 3; i++) {
      expect((await sendNewPasskey(visitor, second.create(own))).status).toBe(400);
    }
    expect(await show()).toMatchObject({ passkeys: 1 });
  });

  test('invented tickets lock no user out, and are not in the change log', async () => {
    const { email, secret } = await newOwner();
    const operator = newVisitor();
    await createOperator(service, `operator-${owners}@example.com`);
    await signIn(operator, `operator-${owners}@example.com`);
    for (let i = 0; i < 6; i++) await forge(email, () => '000000', 'x'.repeat(43), 2);

    // From one address, with other e-mails.
    const stranger = newVisitor();
    const page = await stranger.get('/dashboard/sign-in');
    const fields = { form_token: formTokenOf(page), ticket: invented(), next: '/', code: '000000' };
    const statuses = [];
    for (let i = 0; i < 40; i++) {
      const typed = { ...fields, email: `stranger-${i >> 1}@example.com` };
      statuses.push((await stranger.post('/dashboard/sign-in/code', typed)).status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(303), ...Array<number>(20).fill(429)]);

    const log = await operator.get('/dashboard/log.csv?action=sign-in.refused');
    expect(log.status).toBe(200);
    const actors = log.html.split('\n').map((line) => line.split(',')[1]);
    expect(actors.filter((actor) => actor === email || actor?.includes('stranger'))).toEqual([]);
    const browser = newVisitor();
    const step = await signIn(browser, email);
    expect((await sendCode(browser, step, codeOf(secret))).location).toBe('/dashboard');
  });
});
