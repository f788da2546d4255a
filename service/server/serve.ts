import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import { createPendingTasks, type PendingTasks } from '../concurrency/pending-tasks.ts';
import { metrics } from '../http/health.ts';
import { respondToClientErrors } from '../http/render-errors.ts';

/** The service cannot listen on its address or port. The message is for the operator. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** `$` is replaced by the name of the port's variable. */
const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process uses this port. Stop it, or set $ to a free port.',
  EACCES: 'this user may not use ports below 1024. Set $ to a higher one.',
  EADDRNOTAVAIL: 'this machine does not have that address. Set HOST to one of its addresses.',
  ENOTFOUND: 'that host does not exist. Set HOST to an address of this machine.',
};

/**
 * Connections that the system holds until they are accepted; Linux caps it at `somaxconn`. With
 * Node's 511, the system drops some calls when two thousand clients connect at once on a busy
 * machine.
 */
const backlog = 4_096;

/**
 * Makes a server listen.
 * @param variable the port's environment variable
 * @throws ListenError
 */
async function listen(
  server: Server,
  port: number,
  host: string,
  variable = 'PORT',
): Promise<void> {
  server.listen({ port, host, backlog });
  try {
    await once(server, 'listening');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    const reason = reasons[code]?.replace('$', variable) ?? `the system reports ${code}.`;
    throw new ListenError(`Cannot listen on ${host} port ${port}: ${reason}`, { cause });
  }
}

/**
 * Watches a server's connections; call it before the server listens.
 * @param tasks of the server's requests, which may outlive their connections
 * @returns a function that stops the server: it accepts no new connections, running requests get their
 * response, and a connection is closed once it has no request, after `graceMs` milliseconds at the
 * latest. It resolves when the tasks have ended, too: those of callers who hung up release credits.
 */
function gracefulShutdown(
  server: Server,
  tasks?: PendingTasks,
): (graceMs: number) => Promise<void> {
  const requests = new Map<Socket, number>();
  let isShuttingDown = false;

  function count(socket: Socket, change: number): void {
    const before = requests.get(socket);
    if (before === undefined) return;
    requests.set(socket, before + change);
    if (isShuttingDown && before + change === 0) socket.destroySoon();
  }

  server.on('connection', (socket: Socket) => {
    requests.set(socket, 0);
    socket.once('close', () => requests.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });

  return async (graceMs) => {
    isShuttingDown = true;
    const closed = new Promise((resolve) => server.close(resolve));
    // Node.js does not count a connection without any request as idle.
    for (const socket of requests.keys()) count(socket, 0);
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(timer);
    await tasks?.settled();
  };
}

interface MetricsServerOptions {
  readonly host: string;
  readonly metricsPort: number;
  /** Reads all measurements, in the text format of Prometheus. */
  readonly read: () => Promise<string>;
}

/**
 * Serves `/metrics` and nothing else, on a port of its own, until the process ends.
 * @throws ListenError
 */
export async function serveMetrics(
  { host, metricsPort, read }: MetricsServerOptions,
  log: Logger,
): Promise<void> {
  const router = new Router({ strict: true, sensitive: true });
  router.get('/metrics', metrics(read));
  const app = new Koa();
  app.on('error', (error: unknown) => log.warn({ err: error }, 'metrics not sent'));
  app.use(router.routes()).use(router.allowedMethods());
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  await listen(server, metricsPort, host, 'METRICS_PORT');
  const { address, port } = server.address() as AddressInfo;
  log.info({ address, port }, 'metrics listening');
}

/** A service that is not listening yet. */
export interface Service {
  /** Names of the providers, in the order in which they are asked. */
  readonly providers: string;
  /** Handles one request, and resolves when that is done, even if its caller hung up. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** From now on, `/readyz` reports that the service is stopping. */
  announceShutdown(): void;
  /** Finishes waiting writes, and closes the storage. */
  close(): Promise<void>;
}

interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** How long calls are accepted after a signal to stop, in milliseconds. */
  readonly shutdownDelayMs: number;
  /** How long requests may take after that, in milliseconds. */
  readonly requestDeadlineMs: number;
  /** Called with the port before the service logs that it is listening. */
  readonly onListening: (port: number) => Promise<void>;
  /** Another server that stops together with the service. */
  readonly commandServer?: Server | undefined;
}

/**
 * How long connections stay open and requests may take to arrive, in milliseconds. Connections stay
 * open longer than common proxies keep them; otherwise a proxy could use one that is being closed. A
 * slow body holds reserved memory.
 */
const times = {
  keepAliveTimeout: 65_000,
  headersTimeout: 30_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
};

/**
 * Listens. On SIGTERM, SIGINT or SIGHUP it responds to the running requests and exits: with 0, or with
 * 1 if it did not stop cleanly.
 * @throws ListenError
 */
export async function serve(
  service: Service,
  { host, port, shutdownDelayMs, requestDeadlineMs, onListening, commandServer }: ServeOptions,
  log: Logger,
): Promise<void> {
  const tasks = createPendingTasks();
  const server = createServer(times, (request, response) =>
    tasks.add(service.handle(request, response)),
  );
  respondToClientErrors(server);
  const shutdowns = [gracefulShutdown(server, tasks)];
  if (commandServer) shutdowns.push(gracefulShutdown(commandServer));

  async function stop(signal: string): Promise<void> {
    service.announceShutdown();
    log.info({ signal }, 'stopping');
    try {
      // By then, a load balancer has seen `/readyz` and sends its calls elsewhere.
      await sleep(shutdownDelayMs);
      await Promise.all(shutdowns.map((shutDown) => shutDown(requestDeadlineMs)));
      await service.close();
      log.info('stopped');
    } catch (error) {
      process.exitCode = 1;
      log.error({ err: error }, 'did not stop cleanly');
    }
    // A database that no longer responds would keep its connections open, and the process alive.
    process.exit();
  }

  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    // Not `once`: the second signal would end the process while requests are being handled.
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      void stop(signal);
    });
  }

  await listen(server, port, host);
  const { address, port: actualPort } = server.address() as AddressInfo;
  await onListening(actualPort);
  log.info({ address, port: actualPort, providers: service.providers }, 'listening');
}
