// @vitest-environment jsdom
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import apiFetch from '@wordpress/api-fetch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request, requestPage } from '../../../../plugin/src/common/api.ts';

const fatal =
  '<p>There has been a critical error on this website.</p><p><a href="https://wordpress.org/">Learn more</a></p>';

/** Responses that a site sends instead of its REST API's: status, type, body. */
const answers = {
  'the page of a proxy': [504, 'text/html', '<html><h1>504 Gateway Time-out</h1></html>'],
  'the page of a firewall': [403, 'text/html', '<html><p>Request blocked. ID 17</p></html>'],
  'the page of a firewall as success': [200, 'text/html', '<html>Checking your browser</html>'],
  'the JSON of a firewall': [403, 'application/json', '{"error":"blocked"}'],
  'a PHP warning before the JSON': [
    200,
    'application/json',
    '<br />\n<b>Warning</b>: Undefined variable $a in <b>/srv/a.php</b> on line <b>3</b><br />\n[]',
  ],
  'a PHP fatal error as a page': [500, 'text/html', '<b>Fatal error</b>: Uncaught Error in a.php'],
  'a PHP fatal error, as WordPress sends it': [
    500,
    'application/json',
    JSON.stringify({ code: 'internal_server_error', message: fatal, data: { status: 500 } }),
  ],
  'an empty answer': [200, 'application/json', ''],
  'no JSON object': [200, 'application/json', 'null'],
} as const;
const names = Object.keys(answers) as (keyof typeof answers)[];

const server = createServer(({ url = '' }, response) => {
  const name = names[Number(new URL(url, 'http://localhost').searchParams.get('answer'))];
  const [status, type, body] = answers[name ?? 'an empty answer'];
  response.writeHead(status, { 'content-type': type }).end(body);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // As WordPress sets it up for its screens. The types are those of the module before it is bundled.
  const { use, createNonceMiddleware, createRootURLMiddleware } =
    apiFetch as unknown as typeof apiFetch.default;
  use(createNonceMiddleware('a-nonce'));
  use(createRootURLMiddleware(`http://127.0.0.1:${String(port)}/wp-json/`));
});
afterAll(() => {
  server.close();
});

describe.each(names)('%s', (name) => {
  const route = `items?answer=${String(names.indexOf(name))}`;
  const firstText = (json: unknown) => (json as { text: string }[]).map(({ text }) => text);

  it.each([
    ['a list', () => requestPage(route, firstText)],
    ['an answer', () => request(route, undefined, firstText)],
    ['a change', () => request(route, { text: 'A boat' }, firstText)],
  ])('shows one sentence instead of %s', async (_what, ask) => {
    const result = await ask();
    expect(result).toMatchObject({ ok: false, error: { code: 'site_failed' } });
    const message = result.ok ? '' : result.error.message;
    expect(message).toMatch(/^Your site sent an unexpected response\./);
  });
});
