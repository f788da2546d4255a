import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
import { onEachStorage } from '../../support/each-storage.ts';
import { startService, type RunningService } from '../../support/service.ts';

const slow = { timeout: 60_000 };
const clockSkew = join(import.meta.dirname, '../../support/clock-skew.js');
const owner = 'owner@example.com';
const operator = 'operator@example.com';

onEachStorage((newEnv) => {
  let env: Record<string, string>;
  let service: RunningService;
  /** A folder for the file with the clock of the service. */
  let folder: string;
  const setClock = (hours: number) => writeFile(join(folder, 'ahead'), String(hours * 3_600_000));
  const visitor = (headers = {}) => createVisitor(service.url, headers);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'altscribe-'));
    await setClock(0);
    env = {
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      NODE_OPTIONS: `${quickPasswords.NODE_OPTIONS} --import ${clockSkew}`,
      CLOCK_AHEAD_FILE: join(folder, 'ahead'),
      ...(await newEnv()),
    };
    service = await startService(env);
  }, 60_000);
  afterAll(async () => {
    await service.dispose();
    await rm(folder, { recursive: true });
  });

  test('the link in the log creates the first operator once', slow, async () => {
    const [path = ''] = /\/dashboard\/setup\/[\w-]+/.exec(service.log()) ?? [];
    const first = visitor();
    const opened = await first.get(path);
    expect(opened.status).toBe(200);
    await expectPage(opened, 'setup');
    // Opening it, as mail scanners do, does not use it up.
    expect((await visitor().get(path)).status).toBe(200);

    const weak = { email: operator, password: 'short', repeat: 'other' };
    const refused = await first.submit(path, weak);
    expect(refused.status).toBe(400);
    await expectPage(refused, 'setup-with-errors');
    expect(refused.html).toContain(operator);
    expect(refused.html).not.toContain('short');

    const fields = { email: operator, password: goodPassword, repeat: goodPassword };
    const done = await first.submit(path, fields);
    expect([done.status, done.location]).toEqual([303, '/dashboard']);
    expect((await first.get('/dashboard/account')).html).toContain(operator);

    const replayed = await visitor().get(path);
    expect(replayed.status).toBe(410);
    await expectPage(replayed, 'used-setup');
    expect((await first.post(path, fields)).status).toBe(403);
    const other = visitor();
    const form_token = formTokenOf(await other.get('/dashboard/sign-in'));
    expect((await other.post(path, { form_token, ...fields })).status).toBe(410);
    // Neither the path nor the token of a link is in the access log.
    const requests = service
      .log()
      .split('\n')
      .filter((line) => line.includes('"msg":"request"'));
    expect(requests.join('\n')).toContain('"/dashboard/setup/…"');
    expect(requests.join('\n')).not.toContain(path.split('/').at(-1));
  });

  test('an invitation lets an owner in once and invalidates an older one', slow, async () => {
    await service.createAccount({ user_id: owner });
    const older = await inviteOwner(service, owner);
    const path = await inviteOwner(service, owner);
    const gone = await visitor().get(older);
    expect(gone.status).toBe(410);
    await expectPage(gone, 'older-invitation');

    const invited = visitor();
    const opened = await invited.get(path);
    expect(opened.html).toContain(`value="${owner}"`);
    const both = { password: goodPassword, repeat: goodPassword };
    // A link cannot be used for another account.
    const done = await invited.submit(path, { ...both, email: 'other@example.com' });
    expect(done.status).toBe(303);
    expect((await invited.get('/dashboard/account')).html).toContain(owner);
    expect((await visitor().get(path)).status).toBe(410);
    expect((await visitor().get(path.replace('invitation', 'setup'))).status).toBe(410);
  });

  test('signs in, continues to the requested page and signs out', slow, async () => {
    const browser = visitor();
    const sent = await browser.get('/dashboard/account?a=1');
    expect(sent.status).toBe(303);
    expect(sent.location).toBe('/dashboard/sign-in?next=%2Fdashboard%2Faccount%3Fa%3D1');
    expect((await browser.get(sent.location ?? '')).html).toContain(
      'value="/dashboard/account?a=1"',
    );

    const fields = { email: ' Owner@Example.com ', password: goodPassword };
    const inside = await browser.submit('/dashboard/sign-in', {
      ...fields,
      next: '/dashboard/account?a=1',
    });
    expect([inside.status, inside.location]).toEqual([303, '/dashboard/account?a=1']);
    const session = browser.cookies.get('altscribe_session');
    expect(session).toMatch(/^[\w-]{43}$/);
    expect((await browser.get('/dashboard/sign-in')).location).toBe('/dashboard');

    const out = await browser.submit('/dashboard/account', {}, { action: '/dashboard/sign-out' });
    expect(out.location).toBe('/dashboard/sign-in?notice=signedOut');
    await expectPage(await browser.get(out.location ?? ''), 'signed-out');
    browser.cookies.set('altscribe_session', session ?? '');
    expect((await browser.get('/dashboard/account')).status).toBe(303);
  });

  test('signing in replaces the session id', slow, async () => {
    const known = 'A'.repeat(43);
    const victim = visitor();
    victim.cookies.set('altscribe_session', known);
    expect((await signIn(victim, owner)).status).toBe(303);
    expect(victim.cookies.get('altscribe_session')).not.toBe(known);
    // Another user's session is not kept either if a victim signs in with it.
    const attacker = visitor();
    await signIn(attacker, operator);
    const planted = attacker.cookies.get('altscribe_session') ?? '';
    const page = await attacker.get('/dashboard/account');
    const fields = { form_token: formTokenOf(page), email: owner, password: goodPassword };
    expect((await attacker.post('/dashboard/sign-in', fields)).status).toBe(303);
    expect(attacker.cookies.get('altscribe_session')).not.toBe(planted);
    attacker.cookies.set('altscribe_session', planted);
    expect((await attacker.get('/dashboard/account')).status).toBe(303);
  });

  test(
    'changing the password ends the other sessions and requires the current password',
    slow,
    async () => {
      const user = 'changes@example.com';
      await createOwner(service, user);
      const [here, there] = [
        visitor(),
        visitor({ 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' }),
      ];
      await signIn(here, user);
      await signIn(there, user);
      const listed = await here.get('/dashboard/account');
      expect(listed.html).toContain('Firefox, Linux');

      const next = 'quiet-river-lantern-58';
      const change = (current: string) =>
        here.submit(
          '/dashboard/account',
          { current, password: next, repeat: next },
          { action: '/dashboard/account/password' },
        );
      const wrong = await change('not the present one');
      expect(wrong.status).toBe(400);
      await expectPage(wrong, 'account-with-wrong-password');
      const changed = await change(goodPassword);
      expect(changed.location).toBe('/dashboard/account?notice=passwordChanged');
      expect((await here.get('/dashboard/account')).status).toBe(200);
      expect((await there.get('/dashboard/account')).status).toBe(303);
      expect((await signIn(visitor(), user)).status).toBe(403);
      expect((await signIn(there, user, next)).status).toBe(303);

      // Everywhere.
      const action = '/dashboard/account/sign-out-everywhere';
      await here.submit('/dashboard/account', {}, { action });
      expect((await here.get('/dashboard/account')).status).toBe(303);
      expect((await there.get('/dashboard/account')).status).toBe(303);
    },
  );

  test('sessions survive a restart, and no page or log shows a hash', slow, async () => {
    const before = visitor();
    await signIn(before, owner);
    const logged = service.log();
    await service.stop();
    service = await startService({ ...env, DATA_DIR: service.dataDir });
    const browser = visitor();
    before.cookies.forEach((value, name) => browser.cookies.set(name, value));
    const page = await browser.get('/dashboard/account');
    expect(page.html).toContain(owner);
    // There is an operator, so no other first operator is invited.
    expect(service.log()).not.toContain('/dashboard/setup/');
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    const session = browser.cookies.get('altscribe_session') ?? '';
    for (const text of [page.html, metrics, logged, service.log()]) {
      expect(text).not.toMatch(/scrypt|[0-9a-f]{64}/);
      expect(text).not.toContain(session);
      expect(text).not.toContain(goodPassword);
    }
  });

  test('sessions and links expire', slow, async () => {
    const invitation = await inviteOwner(service, owner);
    const ids = [];
    for (const browser of [visitor(), visitor()]) {
      await signIn(browser, owner);
      ids.push(browser.cookies.get('altscribe_session') ?? '');
    }

    let passed = 0;
    /**
     * Moves the time to this many hours after the start. PostgreSQL has its own clock.
     */
    async function wait(hours: number) {
      if (env['DATABASE_URL'] !== undefined) {
        await makeOlder(env['DATABASE_URL'], hours - passed);
      } else {
        await setClock(hours);
      }
      passed = hours;
    }

    /** The status of the link and of a page in a session some hours later. */
    async function later(hours: number, id = '') {
      await wait(hours);
      const browser = visitor();
      const link = await browser.get(invitation);
      browser.cookies.set('altscribe_session', id);
      return [link.status, (await browser.get('/dashboard/account')).status];
    }

    expect(await later(11.9, ids[0])).toEqual([200, 200]);
    // The session in use continues, the other one has ended.
    expect(await later(12.1, ids[0])).toEqual([200, 200]);
    expect(await later(12.2, ids[1])).toEqual([200, 303]);
    expect(await later(24.1)).toEqual([410, 303]);
  });
});

/** Moves every session and link in a database this many hours into the past. */
async function makeOlder(url: string, hours: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const before = `- interval '${hours} hours'`;
  await client.query(
    `UPDATE sessions SET created_at = created_at ${before}, last_seen_at = last_seen_at ${before};
     UPDATE one_time_links SET created_at = created_at ${before}, expires_at = expires_at ${before}`,
  );
  await client.end();
}
