import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createImagePlaceholders,
  imageFetch,
  prepareBuiltInFetch,
} from '../../../../service/providers/image-fetch.ts';

interface Sent {
  readonly path: string | undefined;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

const image = Buffer.from([0xff, 0xd8, 0xff, 0x00, 0xfb, 0xef]);
const respondWell = (_request: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":"€"}');

let respond: (request: IncomingMessage, response: ServerResponse) => void;
let sent: Sent[];
let url: string;
const server = createServer((request, response) => {
  void text(request).then((body) => {
    sent.push({ path: request.url, body, headers: request.headers });
    respond(request, response);
  });
});

beforeAll(async () => {
  prepareBuiltInFetch();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
beforeEach(() => {
  sent = [];
  respond = respondWell;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function post(body: object, send: typeof fetch = imageFetch) {
  const headers = { authorization: 'Bearer key', 'content-type': 'application/json' };
  return send(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

const ways = [
  ['imageFetch', imageFetch],
  ['built-in fetch', fetch],
] as const;

test.each(ways)('%s inserts the image between text in any script', async (_name, send) => {
  const large = Buffer.from(Array.from({ length: 100_001 }, (_, i) => i & 0xff));
  for (const bytes of [image, large]) {
    using one = createImagePlaceholders([bytes]);
    const body = { title: 'Grüße 😀 "…"', image: `data:${one.placeholders[0]}`, more: '…' };
    const response = await post(body, send);
    expect(JSON.parse(sent.at(-1)?.body ?? '')).toEqual({
      ...body,
      image: `data:${bytes.toString('base64')}`,
    });
    expect(sent.at(-1)?.headers).toMatchObject({ authorization: 'Bearer key' });
    expect(response.ok).toBe(true);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ ok: '€' });
  }
});

test.each(ways)('%s inserts several images, each at its place', async (_name, send) => {
  using all = createImagePlaceholders([image, Buffer.of(1, 2), Buffer.of(3)]);
  const [first, second, third] = all.placeholders;
  await post({ title: 'ü', images: [second, first, 'ü', third], more: '…' }, send);
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
    ...{ title: 'ü', images: ['AQI=', image.toString('base64'), 'ü', 'Aw=='], more: '…' },
  });
});

test.each(ways)('%s leaves words unchanged that look like a placeholder', async (_name, send) => {
  using one = createImagePlaceholders([image]);
  const before = createImagePlaceholders([image]);
  before[Symbol.dispose]();
  const words = `altscribe-image- ${'altscribe-image-'.repeat(3)} ${before.placeholders[0]}`;
  await post({ words, image: one.placeholders[0], again: words }, send);
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
    ...{ words, image: image.toString('base64'), again: words },
  });
});

test('sends a body without an image as the platform does', async () => {
  await post({ words: 'none' });
  expect(sent[0]).toMatchObject({ body: '{"words":"none"}', headers: { 'user-agent': 'node' } });
});

test.each(ways)('%s resends the image after a redirect', async (_name, send) => {
  using one = createImagePlaceholders([image]);
  respond = (request, response) => {
    if (request.url !== '/') return respondWell(request, response);
    response.writeHead(307, { location: '/elsewhere' }).end();
  };
  const response = await post({ image: one.placeholders[0] }, send);
  expect(response.status).toBe(200);
  expect(sent.at(-1)).toMatchObject({
    path: '/elsewhere',
    body: JSON.stringify({ image: image.toString('base64') }),
  });
});

describe.each(ways)('%s: a failure', (_name, send) => {
  test('of the connection rejects', async () => {
    using one = createImagePlaceholders([image]);
    respond = ({ socket }) => void socket.destroy();
    await expect(post({ image: one.placeholders[0] }, send)).rejects.toThrow();
  });

  test('of the body has a cause, as with fetch', async () => {
    using one = createImagePlaceholders([image]);
    respond = (request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
      setImmediate(() => request.socket.destroy());
    };
    const response = await post({ image: one.placeholders[0] }, send);
    await expect(response.json()).rejects.toMatchObject({ cause: expect.any(Error) as Error });
  });

  test('caused by the size of the body has a message that says so', async () => {
    using one = createImagePlaceholders([image]);
    respond = (_request, response) => void response.end(Buffer.alloc(1024 * 1024 + 1, ' '));
    const response = await post({ image: one.placeholders[0] }, send);
    await expect(response.text()).rejects.toMatchObject({
      cause: { name: 'ResponseExceededMaxSizeError' },
    });
  });

  test('caused by the caller ends the request', async () => {
    using one = createImagePlaceholders([image]);
    const controller = new AbortController();
    respond = () => controller.abort();
    const body = JSON.stringify({ image: one.placeholders[0] });
    await expect(
      send(url, { method: 'POST', body, signal: controller.signal }),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });
});
