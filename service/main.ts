import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { createUsageRecorder } from './accounts/usage.ts';
import { createDescriber, openStorage } from './adapters.ts';
import { serveCommands } from './administration/socket-server.ts';
import { createApp } from './app.ts';
import { ConfigError, parseConfig, type Config } from './config.ts';
import { drainable } from './drain.ts';
import { loadEnvFile } from './env-file.ts';
import { answerClientErrors } from './http/client-error.ts';
import { listen, ListenError } from './listen.ts';
import { createLog } from './log.ts';
import { generateAltText } from './operations/generate-alt-text.ts';
import { getUserDetails } from './operations/get-user-details.ts';
import { StoreError } from './storage/store.ts';

/** Puts the parts together, listens, and on SIGTERM or SIGINT answers what is under way and stops. */
async function main(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const storage = await openStorage(config.store, log);
  const { store } = storage;
  const usage = createUsageRecorder(store, log);
  const registry = new Registry();
  const describer = createDescriber(config, registry);

  let isDraining = false;
  const app = createApp({
    ...config,
    ...storage,
    log,
    registry,
    isDraining: () => isDraining,
    operations: [generateAltText({ ...config, ...storage, ...describer, usage }), getUserDetails],
  });

  const answer = app.callback();
  const server = createServer((request, response) => void answer(request, response));
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
    // Not `once`: write-file-atomic brings signal-exit, which kills the process on a signal that has no
    // other listener left while a file is being written.
    process.on(signal, () => {
      if (isDraining) return;
      isDraining = true;
      log.info({ signal }, 'stopping');
      void Promise.all(drains.map((drain) => drain(config.requestDeadlineMs)))
        .then(() => usage.close())
        .then(() => store.close())
        .then(() => log.info('stopped'));
    });
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
