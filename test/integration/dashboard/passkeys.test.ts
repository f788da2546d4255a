import { expect, onTestFinished, test, vi } from 'vitest';
import { createAuthenticator, type Authenticator } from '../../support/authenticator.ts';
import {
  createOwner,
  createVisitor,
  quickPasswords,
  signIn,
} from '../../support/dashboard-visitor.ts';
import { onEachStorage } from '../../support/each-storage.ts';
import { addPasskey, challengeOf, sendPasskey } from '../../support/second-factor.ts';
import { startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

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

onEachStorage((newEnv) => {
  test('a browser cannot store transports that end the service at its next start', async () => {
    const dataDir = await temporaryFolder();
    const own = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', PUBLIC_URL: origin, DATA_DIR: dataDir };
    const env = { ...(await newEnv()), ...own, ...quickPasswords };
    const first = await startService(env);
    onTestFinished(async () => void (await first.stop()));
    const devices = new Map<string, Authenticator>();
    for (const [index, transports] of oddTransports.entries()) {
      const email = `owner-${index}@example.com`;
      await createOwner(first, email);
      const visitor = createVisitor(first.url);
      await signIn(visitor, email);
      const device = createAuthenticator(origin);
      devices.set(email, device);
      // Twice: the second write replaces the copy of the file, too.
      for (const one of [device, createAuthenticator(origin)]) {
        const { status } = await addPasskey(visitor, one, { transports });
        expect([200, 303]).toContain(status);
      }
    }
    await first.stop();

    const second = await startService(env);
    onTestFinished(async () => void (await second.stop()));
    for (const [email, device] of devices) {
      expect(await second.execute('second-factor show', { user_id: email })).toMatchObject({
        passkeys: 2,
      });
      const guest = createVisitor(second.url);
      const page = await guest.get('/dashboard/sign-in');
      const { location } = await sendPasskey(guest, page, device.use(challengeOf(page)));
      expect(location).toBe('/dashboard');
      expect((await guest.get('/dashboard/account')).status).toBe(200);
    }
  });
});
