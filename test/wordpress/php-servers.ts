import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, createServer as createListener } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import sirv from 'sirv';
import { balance } from './balancer.ts';
import { findFreePort } from './free-port.ts';

/**
 * Program: several of PHP's own servers behind a web server for the files of WordPress, until standard input
 * ends, which happens however the parent dies. PHP could fork workers itself, but those accept connections while
 * they are busy: a request waits behind a long one although another worker is idle.
 *
 * Its arguments are the port, the folder and PHP's command line without `-S`.
 */

/** How many requests are served in parallel. */
const count = 4;

/** The scripts, styles, fonts and images of WordPress and plugins; an editor loads 150 of them. */
const isFile =
  /^\/wp-(admin|includes|content\/(plugins|themes))\/[^?]*\.(css|gif|jpg|js|png|svg|webp|woff2)(\?|$)/;

/** Images, of which many don't exist in tests. WordPress would answer each with a page of its theme. */
const isUpload = /^\/wp-content\/uploads\/[^?]*\.(gif|jpe?g|png|svg|webp)(\?|$)/;

const [port, folder, program = '', ...args] = process.argv.slice(2);
const servers: ChildProcess[] = [];
process.once('exit', () => {
  for (const server of servers) server.kill('SIGKILL');
});
process.stdin.resume().once('end', () => process.exit());

const balancerPort = await findFreePort();
const listener = createListener().listen(balancerPort, '127.0.0.1');
await once(listener, 'listening');
const add = balance(listener);
const sendFile = sirv(folder, {
  dev: true,
  setHeaders(response, path) {
    response.setHeader('cache-control', isUpload.test(path) ? 'no-cache' : 'max-age=3600');
  },
});
const server = createServer((incoming, response) => {
  const ask = () => {
    askPhp(incoming, response);
  };
  const { url = '' } = incoming;
  const refuse = () => {
    response.writeHead(404).end();
  };
  if (isFile.test(url)) sendFile(incoming, response, ask);
  else if (isUpload.test(url)) sendFile(incoming, response, refuse);
  else ask();
});
// Browsers keep connections longer than a test lasts.
server.keepAliveTimeout = 60_000;
server.listen(Number(port), '127.0.0.1');
// All at the same time, so they differ.
for (const own of await Promise.all(Array.from({ length: count }, findFreePort))) {
  const server = spawn(program, ['-S', `127.0.0.1:${own}`, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  server.once('exit', (code) => process.exit(code ?? 1));
  servers.push(server);
  void waitUntilListening(own).then(() => add(own));
}

function askPhp(incoming: IncomingMessage, response: ServerResponse): void {
  const { connection: _, ...headers } = incoming.headers;
  const { method, url: path } = incoming;
  const options = { host: '127.0.0.1', port: balancerPort, agent: false, method, path, headers };
  const onward = request(options, (answer) => {
    // PHP closes each connection.
    const { connection: __, ...answered } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, answered);
    pipeline(answer, response, () => undefined);
  });
  onward.on('error', () => response.destroy());
  response.once('close', () => onward.destroy());
  incoming.pipe(onward);
}

async function waitUntilListening(own: number): Promise<void> {
  for (;;) {
    const socket = connect(own, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await sleep(50);
    } finally {
      socket.destroy();
    }
  }
}
