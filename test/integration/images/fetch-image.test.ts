import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as zlib from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createMemoryBudget } from '../../../service/concurrency/memory-budget.ts';
import { fetchImage, guardedAgent } from '../../../service/images/fetch-image.ts';
import { ImageError, type ImageProblem } from '../../../service/images/image.ts';

const codes = {
  401: 'image_forbidden',
  403: 'image_forbidden',
  404: 'image_not_found',
  410: 'image_not_found',
  500: 'image_unavailable',
} as const;
const maxBytes = 100_000;

const words = {
  tooLarge: 'The image is too large. The limit is 0.0954 MB.',
  tooSlow: 'The image server took too long to send the image.',
  lost: 'The image server could not be reached, or the connection was lost.',
  private: 'The image URL leads to a private address. Send a public URL, or use image_file.',
  scheme: 'Send an http or https URL as image_url.',
};
const quickly = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } };

/** A gzip file with these optional fields of a header, as its flags say (RFC 1952, section 2.3.1). */
function withFields(gzip: Buffer, flags: number, fields: string): Buffer {
  const header = Buffer.from(gzip.subarray(0, 10));
  header[3] = flags;
  return Buffer.concat([header, Buffer.from(fields), gzip.subarray(10)]);
}

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

async function host(listener: RequestListener) {
  let connections = 0;
  const server = createServer(listener).on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, port, connections: () => connections };
}

interface Options {
  isAllowed?: (address: string) => boolean;
  ms?: number;
}

function lease() {
  return createMemoryBudget().reserve('owner', 0);
}

function fetchFrom(url: string, { isAllowed = () => true, ms = 3_000 }: Options = {}) {
  const bounds = { signal: new AbortController().signal, deadline: Date.now() + ms };
  return fetchImage(url, {
    dispatcher: guardedAgent(isAllowed),
    maxBytes,
    lease: lease(),
    bounds,
  });
}

test('returns the bytes and requests them uncompressed', async () => {
  let encoding: string | undefined;
  const { url } = await host((request, response) => {
    encoding = request.headers['accept-encoding'];
    response.end('an image');
  });
  expect((await fetchFrom(url)).toString()).toBe('an image');
  expect(encoding).toBe('identity');
});

test('ignores the Content-Type', async () => {
  const { url } = await host((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('an image');
  });
  expect((await fetchFrom(url)).toString()).toBe('an image');
});

test.each([203, 206, 226])('accepts status %i', async (status) => {
  const { url } = await host((_request, response) => response.writeHead(status).end('an image'));
  expect((await fetchFrom(url)).toString()).toBe('an image');
});

describe('an image that is encoded, although that was not requested', () => {
  const image = Buffer.from('an image');
  const [gzip, brotli] = [zlib.gzipSync(image), zlib.brotliCompressSync(image)];
  const withComment = (file: Buffer) => Buffer.concat([file, Buffer.from('<!-- 0.1 s -->')]);
  const sending =
    (encoding: string | string[], body: Buffer): RequestListener =>
    (_request, response) =>
      response.setHeader('content-encoding', encoding).end(body);

  test.each<[string, string | string[], Buffer]>([
    ['gzip', 'gzip', gzip],
    ['gzip by its old name', 'X-GZip', gzip],
    ['gzip in two members', 'gzip', Buffer.concat([zlib.gzipSync('an '), zlib.gzipSync('image')])],
    ['gzip with a file name', 'gzip', withFields(gzip, 8, 'image.svg\0')],
    ['gzip with something behind it', 'gzip', withComment(gzip)],
    [
      'gzip with extra data, a file name, a comment, a checksum of these, and something behind it',
      'gzip',
      withComment(withFields(gzip, 2 + 4 + 8 + 16, '\u0003\0abcimage.svg\0By hand\0cr')),
    ],
    ['gzip without its checksum', 'gzip', gzip.subarray(0, -8)],
    ['deflate', 'deflate', zlib.deflateSync(image)],
    ['deflate without header', 'deflate', zlib.deflateRawSync(image)],
    ['Brotli', 'br', brotli],
    ['two encodings', 'gzip, br', zlib.brotliCompressSync(gzip)],
    ['two encodings in two headers', ['br', 'GZIP'], zlib.gzipSync(brotli)],
    ['what is none', 'aws-chunked', image],
    ['what is none: UTF-8', 'UTF-8', image],
    ['nothing', '', image],
    ['nothing but a comma', 'identity, ,', image],
    ['one and what is none', 'aws-chunked, gzip', gzip],
  ])('is decoded: %s', async (_case, encoding, body) => {
    const { url } = await host(sending(encoding, body));
    expect((await fetchFrom(url)).toString()).toBe('an image');
  });

  test('Zstandard is decoded if Node.js can', async () => {
    const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, image.length]);
    const block = Buffer.from([(image.length << 3) | 1, 0, 0]);
    const { url } = await host(sending('zstd', Buffer.concat([header, block, image])));
    const result = String(await fetchFrom(url).catch((error: unknown) => error));
    expect(result).toContain('zstdDecompress' in zlib ? 'an image' : 'compresses the image (zstd)');
  });

  const nothing = Buffer.alloc(200_000_000);
  const although = (encodings: string) =>
    `The image server compresses the image (${encodings}), although it was asked not to.`;
  test.each<[string, string, Buffer, string]>([
    [
      '200 MB in gzip',
      'gzip',
      zlib.gzipSync(nothing, { level: 1 }).subarray(0, 99_000),
      words.tooLarge,
    ],
    ['200 MB in Brotli', 'br', zlib.brotliCompressSync(nothing, quickly), words.tooLarge],
    ['200 MB in gzip in gzip', 'gzip, gzip', zlib.gzipSync(zlib.gzipSync(nothing)), words.tooLarge],
    ['no gzip', 'gzip', image, 'The image server sent damaged data (gzip).'],
    [
      'six encodings',
      'gzip, gzip, gzip, gzip, gzip, gzip',
      gzip,
      although('gzip, gzip, gzip, gzip, gzip, gzip'),
    ],
    ['an encoding that we do not know', 'compress', image, although('compress')],
  ])('is refused: %s', async (_case, encoding, body, message) => {
    const { url } = await host(sending(encoding, body));
    const before = process.memoryUsage().rss;
    const error: unknown = await fetchFrom(url).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ImageError);
    expect((error as ImageError).message).toBe(message);
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  });
});

describe('redirects', () => {
  const hops =
    (count: number): RequestListener =>
    (request, response) => {
      const hop = Number(request.url?.slice(1));
      if (hop === count) response.end('an image');
      else response.writeHead(302, { location: `/${hop + 1}` }).end();
    };

  test('three are followed', async () => {
    const { url } = await host(hops(3));
    expect((await fetchFrom(url)).toString()).toBe('an image');
  });

  test.each([
    ['UTF-8', 'utf8', '/bl%C3%BCte%20%E2%82%AC.jpg'],
    ['Latin-1', 'latin1', '/bl%FCte%20%AC.jpg'],
  ] as const)('to an address in raw %s', async (_name, encoding, expected) => {
    const asked: unknown[] = [];
    const { url } = await host((request, response) => {
      asked.push(request.url);
      if (request.url !== '/') response.end('an image');
      else {
        const address = Buffer.from('blüte €.jpg', encoding);
        response.socket?.end(
          Buffer.concat([
            Buffer.from('HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation:  '),
            address,
            Buffer.from(' \r\n\r\n'),
          ]),
        );
      }
    });
    expect((await fetchFrom(url)).toString()).toBe('an image');
    expect(asked).toEqual(['/', expected]);
  });

  test('a fourth is not, nor a loop', async () => {
    const { url, port } = await host((_request, response) => {
      response.writeHead(301, { location: `http://127.0.0.1:${port}/` }).end();
    });
    await expect(fetchFrom(url)).rejects.toMatchObject({
      message: 'The image server redirects more than 3 times.',
    });
  });

  test.each([
    ['to a private address', 'http://127.0.0.2:1/', words.private],
    ['to a file', 'file:///etc/hostname', words.scheme],
    [
      'to a URL with a password',
      'http://user:secret@127.0.0.1/',
      'Send image_url without user name and password.',
    ],
  ])('none %s', async (_case, location, message) => {
    const { url } = await host((_request, response) => {
      response.writeHead(302, { location }).end();
    });
    const isAllowed = (address: string) => address === '127.0.0.1';
    await expect(fetchFrom(url, { isAllowed })).rejects.toMatchObject({ message: message });
  });
});

describe('the address is checked when connecting', () => {
  test('a literal address', async () => {
    const { url, connections } = await host((_request, response) => response.end('secret'));
    await expect(fetchFrom(url, { isAllowed: () => false })).rejects.toMatchObject({
      message: words.private,
    });
    expect(connections()).toBe(0);
  });

  test('the address that a name resolves to now, not an earlier one', async () => {
    const { port, connections } = await host((_request, response) => response.end('secret'));
    const url = `http://localhost:${port}/`;
    await expect(fetchFrom(url, { isAllowed: () => false })).rejects.toMatchObject({
      message: words.private,
    });
    expect(connections()).toBe(0);
  });

  test.each([
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::7f00:1]',
    '[64:ff9b::7f00:1]',
    '169.254.169.254',
    '10.0.0.1',
    '[fd00::1]',
    '0.0.0.0',
  ])('http://%s/ is private and not connected to', async (name) => {
    const bounds = { signal: new AbortController().signal, deadline: Date.now() + 3_000 };
    const call = fetchImage(`http://${name}/`, {
      dispatcher: guardedAgent(),
      maxBytes,
      lease: lease(),
      bounds,
    });
    await expect(call).rejects.toMatchObject({ message: words.private });
  });
});

describe('is refused with a reason', () => {
  test.each([
    '',
    'image.jpg',
    '/image.jpg',
    'http://',
    'http://[1',
    `http://example.com/${'x'.repeat(9_000)}`,
  ])('not a URL: %.20s', async (url) => {
    await expect(fetchFrom(url)).rejects.toMatchObject({
      message: 'This is not a URL. Send image_url as a public http or https URL.',
    });
  });

  test.each(['ftp://127.0.0.1/', 'data:image/png;base64,AAAA', 'javascript:alert(1)'])(
    '%s',
    async (url) => {
      await expect(fetchFrom(url)).rejects.toMatchObject({ message: words.scheme });
    },
  );

  test('accepts an image of exactly the limit', async () => {
    const { url } = await host((_request, response) => response.end(Buffer.alloc(maxBytes)));
    expect(await fetchFrom(url)).toHaveLength(maxBytes);
  });

  test.each<[string, RequestListener, string, ImageProblem]>([
    ...([401, 403, 404, 410, 500] as const).map(
      (status): [string, RequestListener, string, ImageProblem] => [
        String(status),
        (_request, response) => response.writeHead(status).end(),
        `The image server returned status ${status}.`,
        codes[status],
      ],
    ),
    [
      'too many bytes',
      (_request, response) => response.end(Buffer.alloc(maxBytes + 1)),
      words.tooLarge,
      'image_too_large',
    ],
    [
      'a broken connection',
      (_request, response) =>
        void response
          .writeHead(200, { 'content-length': 9 })
          .write('x', () => response.socket?.destroy()),
      words.lost,
      'image_unavailable',
    ],
    ['silence', () => undefined, words.tooSlow, 'image_timeout'],
    [
      'a trickle',
      (_request, response) => {
        const timer = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(timer));
      },
      words.tooSlow,
      'image_timeout',
    ],
    [
      'an endless body',
      (_request, response) => {
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(16_384)));
        };
        response.on('drain', more);
        more();
      },
      words.tooLarge,
      'image_too_large',
    ],
  ])('%s', async (_case, listener, message, code) => {
    const { url } = await host(listener);
    const ms = code === 'image_timeout' ? 300 : 10_000;
    const error: unknown = await fetchFrom(url, { ms }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ImageError);
    expect((error as ImageError).message).toBe(message);
    expect((error as ImageError).field).toBe('image_url');
    expect((error as ImageError).code).toBe(code);
  });

  test('nothing listens', async () => {
    await expect(fetchFrom('http://127.0.0.1:1/')).rejects.toMatchObject({ message: words.lost });
  });
});

test('reserves memory before reading: the stated length, or the maximum', async () => {
  const reserved: number[] = [];
  const recording = { resize: (bytes: number) => void reserved.push(bytes), [Symbol.dispose]() {} };
  const read = async (listener: RequestListener) => {
    const { url } = await host(listener);
    const bounds = { signal: new AbortController().signal, deadline: Date.now() + 3_000 };
    const dispatcher = guardedAgent(() => true);
    await fetchImage(url, { dispatcher, maxBytes, lease: recording, bounds });
  };
  await read((_request, response) => response.end('an image'));
  await read((_request, response) => response.write('an i') && response.end('ture'));
  expect(reserved).toEqual([8, maxBytes]);
});
