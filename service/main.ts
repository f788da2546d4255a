import cluster from 'node:cluster';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { createUsageRecorder } from './accounts/usage.ts';
import { createAltTextPipeline, openStorageBackend } from './compose.ts';
import { serveCommands } from './cli/socket/server.ts';
import { createApp } from './server/app.ts';
import { answerMetrics, createWorkerMetrics, type Metrics } from './server/cluster-metrics.ts';
import { superviseWorkers } from './server/cluster.ts';
import { ConfigError, parseConfig, type Config } from './config.ts';
import { drainable } from './server/graceful-shutdown.ts';
import { loadEnvFile } from './env-file.ts';
import { answerClientErrors } from './http/client-errors.ts';
import { listen, ListenError } from './server/listen.ts';
import { createLog } from './server/log.ts';
import { generateAltText } from './operations/generate-alt-text.ts';
import { getUserDetails } from './operations/get-user-details.ts';
import { StoreError } from './storage/interfaces/errors.ts';
import { createPendingTasks } from './concurrency/pending-tasks.ts';

/** Puts the parts together, listens, and on SIGTERM or SIGINT answers what is under way and stops. */
async function serve(config: Config, log: Logger, metrics: Metrics): Promise<void> {
  const storage = await openStorageBackend(config.store, log);
  const { accountStore: store } = storage;
  const usage = createUsageRecorder(store, log);
  const describer = createAltTextPipeline(config, metrics.registry);

  let isDraining = false;
  const app = createApp({
    ...config,
    ...storage,
    log,
    readMetrics: metrics.read,
    isDraining: () => isDraining,
    operations: [generateAltText({ ...config, ...storage, ...describer, usage }), getUserDetails],
  });

  const answer = app.callback();
  const answers = createPendingTasks();
  const server = createServer((request, response) => answers.add(answer(request, response)));
  answerClientErrors(server);
  const servers: Server[] = [server];
  if (!config.store.databaseUrl) {
    servers.push(await serveCommands(config.store.dataDir, store, log));
  }
  const drains = servers.map(drainable);
  await listen(server, config.port, config.host);
  const { address, port } = server.address() as AddressInfo;
  log.info({ address, port, providers: describer.provider.name }, 'listening');

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Not `once`: the second signal would end the process while calls are under way.
    process.on(signal, () => {
      if (isDraining) return;
      isDraining = true;
      log.info({ signal }, 'stopping');
      void Promise.all(drains.map((drain) => drain(config.requestDeadlineMs)))
        // Calls whose callers have hung up still give their credits back.
        .then(() => answers.ended())
        .then(() => usage.close())
        .then(() => store.close())
        .then(
          () => log.info('stopped'),
          (error: unknown) => {
            process.exitCode = 1;
            log.error({ err: error }, 'not stopped cleanly');
          },
        )
        // A database that has gone silent would keep its connections, and with them the process.
        .finally(() => process.exit());
    });
  }
}

async function main(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  if (config.processes === 1) {
    const registry = new Registry();
    await serve(config, log, { registry, read: () => registry.metrics() });
  } else if (cluster.isPrimary) {
    answerMetrics();
    superviseWorkers(config.processes, log);
  } else {
    await serve(config, log.child({ pid: process.pid }), createWorkerMetrics());
  }
}

try {
  loadEnvFile();
  await main(parseConfig(process.env));
} catch (error) {
  console.error(isExpected(error) ? error.message : error);
  process.exit(1);
}

function isExpected(error: unknown): error is Error {
  return [ConfigError, ListenError, StoreError].some((type) => error instanceof type);
}
