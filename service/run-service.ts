import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { AlertSender } from './alerts/notifier.ts';
import { serveCommands } from './cli/socket/server.ts';
import { logSetupLink } from './accounts/one-time-links.ts';
import { examineProviders, noSecondOpinion } from './compose-providers.ts';
import { composeService, createAlertNotifier, sendsAlerts } from './compose.ts';
import {
  listMisspeltVariables,
  parseConfig,
  secretVariables,
  type Config,
} from './config/config.ts';
import {
  findEnvFile,
  isEnvFileExposed,
  listExposedSecretFiles,
  loadEnvFile,
} from './config/env-file.ts';
import { describeSuggestion } from './config/environment.ts';
import { readVersion } from './config/package.ts';
import {
  createPrimaryMetrics,
  createWorkerMetrics,
  type Metrics,
} from './server/cluster-metrics.ts';
import { createPrimarySender, sendAlertsOfWorkers, superviseWorkers } from './server/cluster.ts';
import { watchClock } from './server/watch-clock.ts';
import { ListenError, serveMetrics, serve } from './server/serve.ts';
import { startTracing } from './metrics/tracing.ts';
import { createLog } from './server/log.ts';
import { listSettings } from './config/settings.ts';
import { ConfigError, publicUrlOf } from './config/store-config.ts';
import { StoreError } from './storage/interfaces/errors.ts';

/**
 * Runs the service as configured by the environment: in this process, or as the primary of several.
 * Exits with code 1 if that fails.
 * @param mayUpgrade whether the tables of an older version may be changed
 */
export async function runService({ mayUpgrade = false } = {}): Promise<void> {
  try {
    // Workers inherit the variables of the primary, even if the file has changed since.
    if (cluster.isPrimary) loadEnvFile();
    const config = parseConfig(process.env);
    await runProcesses({ ...config, store: { ...config.store, mayUpgrade } });
  } catch (error) {
    console.error(isExpected(error) ? error.message : error);
    process.exit(1);
  }
}

async function runProcesses(config: Config): Promise<void> {
  const log = createLog(config.logLevel, undefined, config.logRedact);
  if (cluster.isPrimary) {
    warnOfConfiguration(config, log);
    watchClock(log);
  }
  if (config.processes === 1) {
    const registry = new Registry();
    const read = () => registry.metrics();
    await serveMetricsApart(config, log, read);
    const notifier = await createAlertNotifier(config, log);
    await run(config, log, {
      metrics: { registry, read },
      alertSender: notifier,
    });
  } else if (cluster.isPrimary) {
    const { read } = createPrimaryMetrics();
    await serveMetricsApart(config, log, read);
    const notifier = await createAlertNotifier(config, log);
    if (notifier) sendAlertsOfWorkers(notifier);
    superviseWorkers(config.processes, log, () => notifier?.close());
  } else {
    await run(config, log.child({ pid: process.pid }), {
      metrics: createWorkerMetrics(config.processes),
      alertSender: sendsAlerts(config) ? createPrimarySender() : undefined,
    });
  }
}

async function serveMetricsApart(
  { host, metricsPort }: Config,
  log: Logger,
  read: () => Promise<string>,
): Promise<void> {
  if (metricsPort !== undefined) await serveMetrics({ host, metricsPort, read }, log);
}

const proxyNotTrusted =
  'PUBLIC_URL is https, but TRUST_PROXY is off: cookies lack the Secure flag, and all clients have the ' +
  'address of the proxy, so they share the limit of failed authentications. Behind a proxy, set TRUST_PROXY=true';

function warnOfConfiguration(config: Config, log: Logger): void {
  const { publicUrl, trustProxy, verifyTexts, providers } = config;
  if (publicUrl?.startsWith('https:') && !trustProxy) log.warn(proxyNotTrusted);
  if (verifyTexts && providers.length < 2) log.warn(noSecondOpinion);
  for (const suggestion of listMisspeltVariables(process.env))
    log.warn(suggestion, describeSuggestion(suggestion));
  for (const variable of listExposedSecretFiles(process.env, secretVariables())) {
    log.warn(
      { variable },
      `all users of this machine can read the secret in the file of ${variable}: run chmod 600 on it`,
    );
  }
  if (isEnvFileExposed(secretVariables())) {
    log.warn('all users of this machine can read the secrets in .env: run chmod 600 .env');
  }
}

/** The parts that depend on whether this process is alone or a worker. */
interface ProcessParts {
  readonly metrics: Metrics;
  readonly alertSender: AlertSender | undefined;
}

async function run(
  config: Config,
  log: Logger,
  { metrics, alertSender }: ProcessParts,
): Promise<void> {
  const settings = listSettings(process.env, findEnvFile());
  const stopTracing = config.tracing ? await startTracing(readVersion(), log) : undefined;
  const composed = await composeService(config, { log, metrics, settings, alertSender });
  const { accountStore, mailer } = composed;
  const service = {
    ...composed,
    async close() {
      await composed.close();
      await stopTracing?.();
    },
  };
  const { dataDir, databaseUrl } = config.store;
  let { port } = config;
  const publicUrl = () => publicUrlOf({ ...config, port });
  // With a database, commands connect to it themselves; files belong to one process.
  const commandServer = databaseUrl
    ? undefined
    : await serveCommands(dataDir, accountStore, {
        log,
        publicUrl,
        mailer,
        listenAddress: () => publicUrlOf({ ...config, port, publicUrl: undefined }),
        checkProviders: () => examineProviders(config),
      });
  async function onListening(actualPort: number): Promise<void> {
    port = actualPort;
    // The other workers start later, and would replace the link that the first one has logged.
    const isFirst = cluster.isPrimary || cluster.worker?.id === 1;
    // Containers on one database start one after the other.
    const togetherMs = databaseUrl ? 10_000 : 0;
    if (config.dashboard && isFirst) await logSetupLink(accountStore, publicUrl(), log, togetherMs);
  }
  await serve(service, { ...config, onListening, commandServer }, log);
}

function isExpected(error: unknown): error is Error {
  return [ConfigError, ListenError, StoreError].some((type) => error instanceof type);
}
