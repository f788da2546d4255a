import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAuthenticator, type Authenticator } from '../../support/authenticator.ts';
import {
  createOperator,
  createOwner,
  createVisitor,
  quickPasswords,
  signIn,
  type Visitor,
} from '../../support/dashboard-visitor.ts';
import { onEachStorage } from '../../support/each-storage.ts';
import { addPasskey, challengeOf, sendPasskey } from '../../support/second-factor.ts';
import { startService, type RunningService } from '../../support/service.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const email = 'owner@example.com';
const origin = 'http://localhost:3000';

const oddTransports: readonly unknown[] = [
  [7],
  'usb',
  [{}, null, ['usb']],
  { length: 1, 0: 'usb' },
  null,
  Array.from({ length: 5_000 }, () => 1),
  ['x'.repeat(9_000)],
  ['hybrid', 'internal', 'telepathy', 'internal'],
];

// PostgreSQL stores neither NUL nor half a surrogate pair; files store both.
onEachStorage((newEnv) => {
  let env: Record<string, string>;
  let service: RunningService;
  let owner: Visitor;
  let operator: Visitor;

  beforeAll(async () => {
    env = {
      ...{ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', PUBLIC_URL: origin },
      ...quickPasswords,
      ...(await newEnv()),
    };
    service = await startService(env);
    await createOwner(service, email);
    await createOperator(service, 'operator@example.com');
    [owner, operator] = [createVisitor(service.url), createVisitor(service.url)];
    await signIn(owner, email);
    await signIn(operator, 'operator@example.com');
  });
  afterAll(() => service.dispose());

  test.each(['%00', 'a%00b', '%ed%a0%80', '%ff', '%f0%9f%92%a9', '__proto__'])(
    'nothing is found under %s in a path, and a filter with it does no harm',
    async (text) => {
      const paths: readonly [Visitor, number, readonly string[]][] = [
        [operator, 404, [`owners/${text}`, `owners/${email}/accounts/${text}`]],
        [operator, 200, [`owners?search=${text}`, `log?about=${text}`, `log?action=${text}`]],
        [operator, 200, [`log.csv?about=${text}`, `all-usage?account=${text}`]],
        [owner, 404, [`users/${text}/history`, `keys/${text}/revoke`, `keys/${text}/rotate`]],
        [owner, 200, [`users?search=${text}`, `keys?after=${text}`]],
        [createVisitor(service.url), 410, [`invitation/${text}`, `setup/${text}`]],
      ];
      for (const [visitor, status, own] of paths) {
        for (const path of own) {
          expect([path, (await visitor.get(`/dashboard/${path}`)).status]).toEqual([path, status]);
        }
      }
    },
  );

  test.each(['\0', '\ud800', 'é', '*'])('a passkey with the id %j is refused', async (id) => {
    const fields = { credential: JSON.stringify({ id, response: {} }), next: '/dashboard' };
    const refused = await createVisitor(service.url).submit('/dashboard/sign-in', fields, {
      action: '/dashboard/sign-in/passkey',
    });
    expect(refused.status).toBe(403);
  });

  test.each(['\u00e9\u00ff', 'x'.repeat(3_000), '\t\x80'])(
    'a browser of the name %j can sign in',
    async (agent) => {
      const visitor = createVisitor(service.url, { 'user-agent': agent });
      expect((await signIn(visitor, email)).status).toBe(303);
      expect((await visitor.get('/dashboard/account')).status).toBe(200);
    },
  );

  test('a browser cannot store transports that end the service at its next start', async () => {
    const devices = new Map<string, Authenticator>();
    for (const [index, transports] of oddTransports.entries()) {
      const userId = `owner-${index}@example.com`;
      await createOwner(service, userId);
      const visitor = createVisitor(service.url);
      await signIn(visitor, userId);
      const device = createAuthenticator(origin);
      devices.set(userId, device);
      // Twice: the second write replaces the copy of the file, too.
      for (const one of [device, createAuthenticator(origin)]) {
        const { status } = await addPasskey(visitor, one, { transports });
        expect([200, 303]).toContain(status);
      }
    }
    await service.stop();

    service = await startService({ ...env, DATA_DIR: service.dataDir });
    for (const [userId, device] of devices) {
      expect(await service.execute('second-factor show', { user_id: userId })).toMatchObject({
        passkeys: 2,
      });
      const guest = createVisitor(service.url);
      const page = await guest.get('/dashboard/sign-in');
      const { location } = await sendPasskey(guest, page, device.use(challengeOf(page)));
      expect(location).toBe('/dashboard');
      expect((await guest.get('/dashboard/account')).status).toBe(200);
    }
  });
});
