import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createOperator,
  createOwner,
  createVisitor,
  formTokenOf,
  goodPassword,
  quickPasswords,
  signIn,
  type Visitor,
} from '../../support/dashboard-visitor.ts';
import { expectPage } from '../../support/expect-page.ts';
import { startService, type RunningService } from '../../support/service.ts';

const slow = { timeout: 60_000 };
const owner = 'owner@example.com';
const account = '/dashboard/account';
const everywhere = { action: '/dashboard/account/sign-out-everywhere' };

let service: RunningService;
let browser: Visitor;

beforeAll(async () => {
  service = await startService({
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    TRUST_PROXY: 'true',
    PUBLIC_URL: 'https://alt.example.com',
    ...quickPasswords,
  });
  await createOwner(service, owner);
  await createOperator(service, 'operator@example.com');
  browser = createVisitor(service.url, { 'x-forwarded-for': '198.51.100.1' });
  await signIn(browser, owner);
}, 60_000);
afterAll(() => service.dispose());

async function expectStillSignedIn() {
  expect((await browser.get(account)).status).toBe(200);
}

describe('forms', () => {
  const refusals: [string, Record<string, string>][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['an origin that is none', { origin: 'evil' }],
  ];
  test.each(refusals)('from %s are refused', async (_name, headers) => {
    const token = formTokenOf(await browser.get(account));
    const sent = await browser.post(everywhere.action, { form_token: token }, headers);
    expect(sent.status).toBe(403);
    await expectPage(sent, 'form-of-another-site');
    await expectStillSignedIn();
  });

  test('from another address are logged with both addresses', async () => {
    const token = formTokenOf(await browser.get(account));
    const origin = 'https://proxy.example:8443';
    await browser.post(everywhere.action, { form_token: token }, { origin });
    const line = () =>
      service
        .log()
        .split('\n')
        .find((one) => one.includes(origin));
    await expect.poll(line).toBeDefined();
    expect(JSON.parse(line() ?? '')).toMatchObject({
      level: 40,
      origin,
      expected: 'https://alt.example.com',
      msg: 'form refused: it was sent from another address',
    });
  });

  test('without a token, or with one of another session, are refused', slow, async () => {
    const other = createVisitor(service.url);
    const before = formTokenOf(await other.get('/dashboard/sign-in'));
    await signIn(other, 'operator@example.com');
    const theirs = formTokenOf(await other.get(account));
    for (const form_token of ['', 'x', before, theirs]) {
      const sent = await browser.post(everywhere.action, { form_token });
      expect(sent.status).toBe(403);
      await expectPage(sent, 'form-of-another-session');
    }
    expect((await browser.post(everywhere.action, {})).status).toBe(403);
    const signedOut = createVisitor(service.url);
    const fields = { email: owner, password: goodPassword, form_token: before };
    expect((await signedOut.post('/dashboard/sign-in', fields)).status).toBe(403);
    expect(signedOut.cookies.has('altscribe_session')).toBe(false);
    await expectStillSignedIn();
  });

  test('of our own are accepted, whatever headers the browser sends', slow, async () => {
    const { host } = new URL(service.url);
    for (const headers of [
      { 'sec-fetch-site': 'same-origin', origin: 'null' },
      { 'sec-fetch-site': 'none' },
      { origin: `http://${host}` },
      { origin: `https://${host}` },
      { origin: 'https://alt.example.com' },
      { origin: 'null' },
    ]) {
      const email = 'nobody@example.com';
      const visitor = createVisitor(service.url, { 'x-forwarded-for': '198.51.100.9' });
      const sent = await visitor.submit('/dashboard/sign-in', { email, password: '' }, { headers });
      expect([headers, sent.status]).toEqual([headers, 400]);
    }
  });

  test('change nothing when sent by GET', async () => {
    expect((await browser.get(everywhere.action)).status).toBe(405);
    expect((await browser.get('/dashboard/sign-out')).status).toBe(405);
    await expectStillSignedIn();
  });

  test('are refused if they are too large or of another content type', async () => {
    const large = await browser.post(everywhere.action, { a: 'x'.repeat(65_536) });
    expect(large.status).toBe(413);
    await expectPage(large, 'large-form');
    const chunked = await fetch(service.url + '/dashboard/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(`a=${'x'.repeat(70_000)}`));
          controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit);
    expect(chunked.status).toBe(413);
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain']) {
      const sent = await browser.post('/dashboard/sign-in', {}, { 'content-type': type });
      expect(sent.status).toBe(415);
      await expectPage(sent, 'no-form');
    }
  });

  test('with a repeated field, NUL or a long value show an error at the field', async () => {
    const refused = async (fields: [string, string][], name: string) => {
      const visitor = createVisitor(service.url);
      const form_token = formTokenOf(await visitor.get('/dashboard/sign-in'));
      const sent = await visitor.post('/dashboard/sign-in', [
        ['form_token', form_token],
        ...fields,
      ]);
      expect(sent.status).toBe(400);
      await expectPage(sent, name);
      return sent.html;
    };
    const twice: [string, string][] = [
      ['email', 'a@example.com'],
      ['email', 'b@example.com'],
    ];
    expect(await refused(twice, 'field-sent-twice')).toContain('id="field-email-error">This field');
    await refused([['email', 'a\0@example.com']], 'field-with-nul');
    await refused([['password', 'x'.repeat(1_001)]], 'long-password');
    await refused(
      ['a', 'b'].map((value) => ['__proto__', value]),
      'fields-missing',
    );
  });
});

test('never redirects to another site after signing in', slow, async () => {
  for (const next of [
    'https://evil.example',
    '//evil.example/dashboard/keys',
    '/\\evil.example',
    '/dashboard/..//evil.example',
    '/dashboard/%2e%2e//evil.example',
    'javascript:alert(1)',
    '/dashboardx',
    '/v1/x',
    'https:/dashboard',
    '\t//evil.example',
  ]) {
    const signedIn = await browser.get(`/dashboard/sign-in?next=${encodeURIComponent(next)}`);
    expect([next, signedIn.location]).toEqual([next, '/dashboard']);
  }
  const visitor = createVisitor(service.url, { 'x-forwarded-for': '198.51.100.2' });
  const fields = { email: owner, password: goodPassword, next: '//evil.example' };
  expect((await visitor.submit('/dashboard/sign-in', fields)).location).toBe('/dashboard');
});

test('every response has security headers', async () => {
  const signedOut = createVisitor(service.url);
  const pages = [
    await browser.get(account),
    await signedOut.get('/dashboard/sign-in'),
    await signedOut.get(account),
    await signedOut.get('/dashboard/none'),
    await signedOut.get('/dashboard/invitation/none'),
    await signedOut.post('/dashboard/sign-in', {}),
  ];
  for (const { headers } of pages) {
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
      vary: 'Accept-Language, Cookie',
    });
    expect(headers.has('strict-transport-security')).toBe(false);
  }
});

test('the cookie is bound to the host over TLS', slow, async () => {
  const tls = createVisitor(service.url, {
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '198.51.100.3',
  });
  const inside = await signIn(tls, owner);
  expect(inside.headers.get('strict-transport-security')).toBe('max-age=31536000');
  const [cookie] = inside.headers.getSetCookie().filter((line) => line.includes('_session='));
  expect(cookie).toMatch(
    /^__Host-altscribe_session=[\w-]{43}; path=\/; expires=.+; samesite=lax; secure; httponly$/,
  );
  // A neighbour can set a cookie without the prefix, which is ignored over TLS.
  const planted = createVisitor(service.url, { 'x-forwarded-proto': 'https' });
  planted.cookies.set('altscribe_session', browser.cookies.get('altscribe_session') ?? '');
  expect((await planted.get(account)).status).toBe(303);
});

/** The status of a request with any Host header. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

test('pages, including error pages, are HTML and support HEAD and 405', async () => {
  const missing = await browser.get('/dashboard/none');
  expect(missing.status).toBe(404);
  expect(missing.headers.get('content-type')).toBe('text/html; charset=utf-8');
  await expectPage(missing, 'not-found');
  for (const path of ['/dashboard/', '/dashboard/%E0%A4%A', '/dashboard/assets/../dashboard.js']) {
    expect((await browser.get(path)).status).toBe(404);
  }
  const head = await fetch(`${service.url}/dashboard/sign-in`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const put = await fetch(`${service.url}/dashboard/sign-in`, { method: 'PUT' });
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'HEAD, GET, POST']);
  // fetch sends no other host.
  for (const host of ['x:99999', '[', 'a b', 'exa<mple']) {
    expect(await statusFor(`${service.url}/dashboard/sign-in`, host)).toBe(200);
  }
  const elsewhere = await fetch(`${service.url}/dashboards`);
  expect(await elsewhere.json()).toEqual({ message: 'This path does not exist' });
});

test('assets are cached forever, and no path leads out of their folder', async () => {
  const { html } = await browser.get(account);
  const urls = [...html.matchAll(/(?:href|src)="(\/dashboard\/assets\/[^"]+)"/g)].map(
    ([, url]) => url,
  );
  expect(urls.map((url = '') => url.split('.').at(-1)).sort()).toEqual([
    'css',
    'css',
    'css',
    'js',
    'js',
    'js',
    'js',
    'svg',
  ]);
  for (const url of urls) {
    const asset = await browser.get(url ?? '');
    expect(asset.status).toBe(200);
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-type')).toMatch(/^(text\/(css|javascript)|image\/svg\+xml)/);
  }
  for (const path of [
    'dashboard.css',
    '..%2f..%2fmain.js',
    '%2e%2e/dashboard.js',
    '',
    '/etc/passwd',
  ]) {
    expect((await browser.get(`/dashboard/assets/${path}`)).status).toBe(404);
  }
});

test('pages are in the language of the reader', async () => {
  const german = await browser.get(account, { 'accept-language': 'de-CH, en;q=0.8' });
  expect(german.html).toContain('<html lang="de">');
  expect(german.html).toContain('Passwort ändern');
  const other = await browser.get(account, { 'accept-language': 'fr, de;q=0.2, en;q=0.1' });
  expect(other.html).toContain('<html lang="de">');
  const none = await browser.get(account, { 'accept-language': 'fr' });
  expect(none.html).toContain('<html lang="en">');
});
