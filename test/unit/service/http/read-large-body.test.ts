import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';
import { readLargeBody } from '../../../../service/http/read-large-body.ts';

const server = createServer().listen(0, '127.0.0.1');
afterAll(() => server.close());

const body = randomBytes(2_000_000);

/** Begins to send the body. Returns how the server reads it. */
async function send() {
  const { port } = server.address() as AddressInfo;
  const headers = { 'Content-Length': body.length };
  const sent = request({ host: '127.0.0.1', port, method: 'POST', headers });
  sent.on('error', () => undefined);
  sent.write(body.subarray(0, 300_000));
  const [received] = (await once(server, 'request')) as [IncomingMessage];
  return { sent, received, read: readLargeBody(received, body.length) };
}

test('joins the pieces of a body, and lets go of them', async () => {
  const { sent, received, read } = await send();
  sent.end(body.subarray(300_000));
  expect((await read).equals(body)).toBe(true);
  expect(received.listenerCount('data')).toBe(0);
  sent.destroy();
});

test('gives others a turn while it reads', async () => {
  const { sent, received, read } = await send();
  const pauses = vi.fn();
  received.on('pause', pauses);
  sent.end(body.subarray(300_000));
  await read;
  expect(pauses.mock.calls.length).toBeGreaterThan(3);
  sent.destroy();
});

test('rejects when the caller hangs up', async () => {
  const { sent, read } = await send();
  sent.destroy();
  await expect(read).rejects.toThrow();
});
