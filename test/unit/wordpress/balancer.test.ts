import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { balance } from '../../wordpress/balancer.ts';

/** Long enough for an unwanted event to happen (ms). */
const aWhile = 50;

it('sends a server no second request before it has answered the first', async () => {
  const [one, other] = [await startServer(), await startServer()];
  const port = await startBalancer(one.port, other.port);
  const clients = ['a', 'b', 'c', 'd'].map((text) => ask(port, text));
  await expect.poll(() => one.open.length + other.open.length).toBe(2);
  await sleep(aWhile);
  expect([one.open.length, other.open.length]).toEqual([1, 1]);

  one.answer();
  await expect.poll(() => one.open.length).toBe(1);
  one.answer();
  await expect.poll(() => one.open.length).toBe(1);
  one.answer();
  other.answer();
  expect(await Promise.all(clients.map(({ answer }) => answer))).toEqual(['A', 'B', 'C', 'D']);
});

it('reserves no server for an idle connection or a client that has disconnected', async () => {
  const server = await startServer();
  const port = await startBalancer(server.port);
  const ahead = connect(port, '127.0.0.1');
  onTestFinished(() => void ahead.destroy());
  await once(ahead, 'connect');
  const gone = ask(port, 'a');
  await expect.poll(() => server.open.length).toBe(1);
  const impatient = ask(port, 'b');
  const patient = ask(port, 'c');
  await sleep(aWhile);
  gone.socket.resetAndDestroy();
  impatient.socket.resetAndDestroy();
  await sleep(aWhile);
  // It is still busy.
  expect(server.open).toHaveLength(1);

  server.answer();
  await expect.poll(() => server.open.length).toBe(1);
  server.answer();
  expect(await patient.answer).toBe('C');
});

/** A server that answers a connection with its text in capitals, when the test wants it to. */
async function startServer() {
  const open: { socket: Socket; text: string }[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.once('data', (data) => open.push({ socket, text: data.toString() }));
  });
  return {
    port: await listen(server),
    open,
    answer() {
      const first = open.shift();
      first?.socket.end(first.text.toUpperCase());
    },
  };
}

async function startBalancer(...servers: number[]): Promise<number> {
  const listener = createServer();
  const add = balance(listener);
  servers.forEach(add);
  return listen(listener);
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function ask(port: number, text: string) {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  let answer = '';
  socket.on('data', (data) => (answer += data.toString()));
  return { socket, answer: once(socket, 'end').then(() => answer) };
}
