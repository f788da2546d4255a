import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createOwner,
  createVisitor,
  formTokenOf,
  quickPasswords,
  signIn,
} from '../../support/dashboard-visitor.ts';
import { useOwnPostgres } from '../../support/postgres/use-postgres.ts';
import { startService, type RunningService } from '../../support/service.ts';

const owner = 'owner@example.com';
const account = '/dashboard/account';

const postgres = useOwnPostgres();
let services: RunningService[];

beforeAll(async () => {
  const env = {
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    DATABASE_URL: await postgres.createDatabase(),
    ...quickPasswords,
  };
  services = await Promise.all([1, 2, 3].map(() => startService(env)));
}, 120_000);
afterAll(() => Promise.all(services.map((service) => service.dispose())));

test(
  'a session is valid in every process and ends in all of them',
  { timeout: 60_000 },
  async () => {
    const [first, second, third] = services as [RunningService, RunningService, RunningService];
    // Of three processes that start together, one logs the set-up link.
    const logs = services.map((service) => service.log()).join('');
    expect(logs.match(/\/dashboard\/setup\//g)).toHaveLength(1);

    await createOwner(first, owner);
    const here = createVisitor(first.url);
    expect((await signIn(here, owner)).status).toBe(303);
    const elsewhere = createVisitor(second.url);
    elsewhere.cookies.set('altscribe_session', here.cookies.get('altscribe_session') ?? '');
    const page = await elsewhere.get(account);
    expect(page.status).toBe(200);
    // A form that one process has made is sent to another.
    const last = createVisitor(third.url);
    last.cookies.set('altscribe_session', here.cookies.get('altscribe_session') ?? '');
    const fields = { form_token: formTokenOf(page) };
    const sent = await last.post('/dashboard/account/sign-out-everywhere', fields);
    expect(sent.location).toBe('/dashboard/sign-in?notice=signedOutEverywhere');
    for (const visitor of [here, elsewhere]) expect((await visitor.get(account)).status).toBe(303);
  },
);

test(
  'a page without the database says what to do and shows the request ID',
  { timeout: 60_000 },
  async () => {
    const [service] = services as [RunningService];
    await postgres.stop();
    const visitor = createVisitor(service.url);
    visitor.cookies.set('altscribe_session', 'x'.repeat(43));
    const { status, headers, html } = await visitor.get(account);
    expect([status, headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
    expect(html).toContain(headers.get('x-request-id'));
    expect(html).toContain('Try again in a moment.');
    expect(html).not.toMatch(/postgres|ECONN|at .*\.js/i);
  },
);
