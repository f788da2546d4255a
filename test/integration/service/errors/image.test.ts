import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dataUri, plainImage } from '../../../support/images.ts';
import {
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../../support/service-with-providers.ts';
import type { Answer } from '../../../support/service.ts';

const maxBytes = 20_000;
let whole: ServiceWithProviders;

beforeAll(async () => {
  whole = await startServiceWithProviders({
    credits: 5,
    env: { IMAGE_MAX_BYTES: String(maxBytes) },
  });
});

afterEach(async () => {
  expect(whole.providers.calls).toEqual([]);
  expect(await whole.service.credits(whole.userId)).toBe(5);
});

afterAll(() => whole.dispose());

/** A 400 with one problem, about this field. */
function expectRefusal(
  answer: Answer,
  path: 'image_url' | 'image_file',
  code: string,
  words: RegExp,
) {
  const { message } = answer.body;
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({ message, errors: [{ path, code, message }] });
  expect(message).toMatch(words);
}

const png = await plainImage();

test.each([
  ['a bare base64 text', png.toString('base64')],
  ['another kind of data', dataUri(png, 'text/plain')],
  ['no base64 by its header', `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>`],
  ['no base64 by its data', 'data:image/png;base64,äöü!'],
  ['empty', 'data:image/png;base64,'],
  ['a URL', 'https://example.com/a.png'],
])('explains the data URI format if image_file is %s', async (_case, uri) => {
  const answer = await whole.generate({ image_file: uri });
  expectRefusal(
    answer,
    'image_file',
    'image_file_invalid',
    /data:image\/<type>;base64,<base64-data>/,
  );
});

test.each([
  ['a text', 'image_type_unsupported', Buffer.from('hello, this is no image')],
  ['a web page', 'image_type_unsupported', Buffer.from('<!doctype html><title>No</title>')],
  ['a PDF', 'image_type_unsupported', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
  ['a PNG cut short', 'image_undecodable', png.subarray(0, png.length / 2)],
])('lists the supported formats if image_file contains %s', async (_case, code, bytes) => {
  const answer = await whole.generate({ image_file: dataUri(bytes) });
  expectRefusal(answer, 'image_file', code, /JPEG, PNG, WebP, GIF, AVIF, TIFF or SVG/);
});

test('refuses an image with too many bytes', async () => {
  const raw = { width: 100, height: 100, channels: 3 as const };
  const noise = await sharp(randomBytes(30_000), { raw }).png().toBuffer();
  const answer = await whole.generate({ image_file: dataUri(noise) });
  expectRefusal(answer, 'image_file', 'image_too_large', /too large/);
});

test('refuses an image that claims to have 900 megapixels', async () => {
  const answer = await whole.generate({ image_file: dataUri(claiming(30_000, 30_000)) });
  expectRefusal(answer, 'image_file', 'image_too_many_pixels', /.+/);
});

test.each([
  ['no URL', 'not a url'],
  ['a file', 'file:///etc/passwd'],
  ['an FTP address', 'ftp://example.com/a.png'],
  ['a data URI', dataUri(png)],
  ['a URL with a password', 'http://user:secret@example.com/a.png'],
])('refuses an image_url that is %s', async (_case, url) => {
  expectRefusal(await whole.generate({ image_url: url }), 'image_url', 'image_url_invalid', /url/i);
});

test.each([
  '127.0.0.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  'localhost',
  '0.0.0.0',
])('does not connect to %s, which is private', async (host) => {
  let connections = 0;
  const server = createServer((_request, response) => response.end(png));
  server.on('connection', () => (connections += 1));
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await whole.generate({ image_url: `http://${host}:${port}/a.png` });
  server.close();
  expectRefusal(answer, 'image_url', 'image_private_address', /private address/);
  expect(connections).toBe(0);
});

/** A small PNG whose header claims another size, with a right checksum. */
function claiming(width: number, height: number): Buffer {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}
