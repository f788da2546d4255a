import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createPendingTasks } from '../concurrency/pending-tasks.ts';
import { respondToClientErrors } from '../http/client-errors.ts';
import { gracefulShutdown } from './graceful-shutdown.ts';
import { listen } from './listen.ts';

/** A service that does not listen yet. */
export interface Service {
  /** Names of the providers, in the order in which they are asked. */
  readonly providers: string;
  /** Does all of one request, and resolves when that is done, also where its caller has gone. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** From now on `/readyz` says that the service is stopping. */
  announceShutdown(): void;
  /** Writes what waits to be written, and lets go of the storage. */
  close(): Promise<void>;
}

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** How long calls are still taken after a signal to stop, in milliseconds. */
  readonly shutdownDelayMs: number;
  /** How long requests may take after that, in milliseconds. */
  readonly requestDeadlineMs: number;
  /** What is to be done before the service says that it listens, on a port. */
  readonly onListening: (port: number) => Promise<void>;
  /** Another server that stops with the service. */
  readonly commandServer?: Server | undefined;
}

/**
 * How long connections stay open and requests may take to arrive, in milliseconds. Connections stay
 * open for longer than common proxies keep them, which would else use one that is being closed. A
 * slow body holds memory that is reserved for it.
 */
const times = {
  keepAliveTimeout: 65_000,
  headersTimeout: 30_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
};

/**
 * Listens, and on SIGTERM, SIGINT or SIGHUP responds to the requests that have begun and ends the process:
 * with 0, or with 1 where it did not stop cleanly.
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
      // A load balancer has seen `/readyz` by then, and sends its calls elsewhere.
      await sleep(shutdownDelayMs);
      await Promise.all(shutdowns.map((shutDown) => shutDown(requestDeadlineMs)));
      await service.close();
      log.info('stopped');
    } catch (error) {
      process.exitCode = 1;
      log.error({ err: error }, 'not stopped cleanly');
    }
    // A database that has gone silent would keep its connections, and with them the process.
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
