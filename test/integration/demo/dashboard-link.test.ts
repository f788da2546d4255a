import { expect, onTestFinished, test } from 'vitest';
import { linkToDashboard } from '../../demo/dashboard-link.ts';
import { createVisitor, quickPasswords } from '../../support/dashboard-visitor.ts';
import { startService } from '../../support/service.ts';

test("opening the demo's link signs in to the dashboard", async () => {
  const service = await startService({ OPENAI_API_KEY: 'never-called', ...quickPasswords });
  onTestFinished(() => service.dispose());
  await service.createAccount({ user_id: 'demo@example.com' });
  const made = await service.execute('operator create', { user_id: 'demo@example.com' });
  const link = new URL(await linkToDashboard((made as { setup_url: string }).setup_url));

  const visitor = createVisitor(link.origin);
  expect((await visitor.get('/something-else')).status).toBe(404);
  const { status, location } = await visitor.get(link.pathname);
  expect({ status, location }).toEqual({ status: 303, location: `${service.url}/dashboard` });
  const browser = createVisitor(service.url);
  expect((await browser.get('/dashboard/owners')).status).not.toBe(200);
  for (const [name, value] of visitor.cookies) browser.cookies.set(name, value);
  expect((await browser.get('/dashboard/owners')).status).toBe(200);
  expect((await browser.get('/dashboard/keys')).status).toBe(200);
});
