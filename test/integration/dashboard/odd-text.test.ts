import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  createOperator,
  createOwner,
  createVisitor,
  quickPasswords,
  signIn,
  type Visitor,
} from '../../support/dashboard-visitor.ts';
import { onEachStorage } from '../../support/each-storage.ts';
import { startService, type RunningService } from '../../support/service.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const email = 'owner@example.com';

// PostgreSQL stores neither NUL nor half a surrogate pair; files store both.
onEachStorage((newEnv) => {
  let service: RunningService;
  let owner: Visitor;
  let operator: Visitor;

  beforeAll(async () => {
    service = await startService({
      ...{ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', PUBLIC_URL: 'http://localhost:3000' },
      ...quickPasswords,
      ...(await newEnv()),
    });
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
});
