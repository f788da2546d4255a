import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { respondToClientErrors } from '../../../../service/http/render-errors.ts';

const garbage = 'this is no HTTP\r\n\r\n';

/** Everything that a connection receives in response to its data. */
async function responseTo(handle: RequestListener, send: (write: (text: string) => void) => void) {
  const server = createServer(handle);
  respondToClientErrors(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  send((chunk) => socket.write(chunk));
  return text(socket);
}

test('answers 400 to invalid HTTP', async () => {
  const received = await responseTo(
    () => undefined,
    (write) => write(garbage),
  );
  const [head, body = ''] = received.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  const message = 'This is not an HTTP request.';
  const errors = [{ path: '', code: 'request_malformed', message }];
  expect(JSON.parse(body)).toEqual({ message, errors });
});

test('writes nothing into a response whose headers were already sent', async () => {
  let onBegun: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (onBegun = resolve));
  const received = await responseTo(
    (_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('half of it');
      onBegun();
    },
    (write) => {
      write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      void begun.then(() => write(garbage));
    },
  );
  expect(received).toMatch(/half of it$/);
});
