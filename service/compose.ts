import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createCallRecorder } from './accounts/call-recorder.ts';
import { createKeyUsageRecorder } from './accounts/key-usage.ts';
import { createTakeBacks } from './accounts/take-backs.ts';
import { createUsageRecorder } from './accounts/usage.ts';
import { generateAltText } from './operations/generate-alt-text.ts';
import { getUserDetails } from './operations/get-user-details.ts';
import type { AltText } from './prompting/answer.ts';
import { withPostprocessing } from './prompting/with-postprocessing.ts';
import type { Config, StoreConfig } from './config.ts';
import { createDashboard } from './dashboard/dashboard.ts';
import { createMemoryBudget, type MemoryBudget } from './concurrency/memory-budget.ts';
import { createDecodingQueue } from './images/decoding-queue.ts';
import { createPictureReader } from './images/read-picture.ts';
import type { ReadPicture } from './images/picture.ts';
import { measureProcess } from './metrics/measure-process.ts';
import { measureStore } from './metrics/measure-store.ts';
import { readVersion } from './package.ts';
import { providerChain } from './providers/chain.ts';
import { limitResponses } from './providers/limit-responses.ts';
import { createProviderMetrics } from './providers/metrics.ts';
import type { Provider } from './providers/provider.ts';
import { createApp } from './server/app.ts';
import type { Metrics } from './server/cluster-metrics.ts';
import type { Service } from './server/serve.ts';
import type { Setting } from './settings.ts';
import { openFolder } from './storage/lowdb/folder.ts';
import { exportAccounts, exportCalls } from './storage/lowdb/export-accounts.ts';
import { exportRecords } from './storage/lowdb/export-records.ts';
import { createLoginRecords } from './storage/lowdb/login-records.ts';
import { markAsMoved } from './storage/lowdb/moved-marker.ts';
import { openLowdbBackend } from './storage/lowdb/storage-backend.ts';
import { openLowdbAccountStore } from './storage/lowdb/account-store.ts';
import type { Comparison } from './storage/postgres/compare-sums.ts';
import { importAccounts } from './storage/postgres/import-accounts.ts';
import { openPostgresBackend } from './storage/postgres/storage-backend.ts';
import { openPostgresAccountStore } from './storage/postgres/account-store.ts';
import type { StorageBackend } from './storage/interfaces/storage-backend.ts';
import type { AccountStore } from './storage/interfaces/account-store.ts';

export { holdsAccounts } from './storage/lowdb/folder.ts';

/** The service, put together; and its store, for commands. */
export interface ComposedService extends Service {
  readonly accountStore: AccountStore;
}

/** What a process has before its service is put together. */
export interface ServiceParts {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** What operators see of the configuration. */
  readonly settings: readonly Setting[];
}

/**
 * Puts the service together from its configuration: storage, provider chain, operations, app.
 * @throws StoreError when the storage cannot be used
 */
export async function composeService(
  config: Config,
  { log, metrics, settings }: ServiceParts,
): Promise<ComposedService> {
  const opened = await openStorageBackend(config.store, log);
  const accountStore = measureStore(opened.accountStore, metrics.registry);
  const backend = { ...opened, accountStore };
  const usage = createUsageRecorder(accountStore, log);
  const keyUsage = createKeyUsageRecorder(accountStore, log);
  const calls = createCallRecorder(accountStore, log);
  const takeBacks = createTakeBacks(accountStore, log);
  const memory = createMemoryBudget(config.processes);
  const pipeline = createAltTextPipeline(config, metrics.registry, memory);

  let isShuttingDown = false;
  const app = createApp({
    ...config,
    ...backend,
    keyUsage,
    log,
    memory,
    readMetrics: metrics.read,
    dashboard: config.dashboard
      ? createDashboard({
          ...config,
          ...backend,
          version: readVersion(),
          settings,
          models: config.providers.map(({ vendor, model }) => ({ provider: vendor.name, model })),
          readMeasurements: metrics.readJson,
        })
      : undefined,
    isShuttingDown: () => isShuttingDown,
    operations: [
      generateAltText({ ...config, ...backend, ...pipeline, usage, calls, takeBacks }),
      getUserDetails,
    ],
  });
  return {
    accountStore,
    providers: pipeline.provider.name,
    handle: app.callback(),
    announceShutdown: () => void (isShuttingDown = true),
    async close() {
      await Promise.all([usage, keyUsage, calls, takeBacks].map((one) => one.close()));
      await accountStore.close();
    },
  };
}

/**
 * Opens the storage that is configured, for the service.
 * @throws StoreError when it cannot be used
 */
export function openStorageBackend(
  { dataDir, databaseUrl, databasePoolSize: poolSize }: StoreConfig,
  log: Logger,
): Promise<StorageBackend> {
  return databaseUrl
    ? openPostgresBackend(databaseUrl, { log, poolSize })
    : openLowdbBackend(dataDir);
}

/**
 * Opens the store alone, for commands.
 * @param isForced whether to open files whose accounts were moved into a database
 * @throws StoreError when it cannot be used
 */
export function openAccountStore(
  { dataDir, databaseUrl, databasePoolSize: poolSize }: StoreConfig,
  log: Logger,
  isForced = false,
): Promise<AccountStore> {
  return databaseUrl
    ? openPostgresAccountStore(databaseUrl, { log, poolSize })
    : openLowdbAccountStore(dataDir, { isForced });
}

/**
 * Moves all accounts with all that belongs to them, who may sign in, and the log of changes from a
 * folder into a database that has none: all of it, or nothing. Sessions and links end. The folder
 * keeps its own, and is marked.
 * @param isForced whether to move what was moved before
 * @throws StoreError when one of the two cannot be used, or sums differ
 */
export async function importFolder(
  dataDir: string,
  databaseUrl: string,
  log: Logger,
  isForced: boolean,
): Promise<Comparison[]> {
  const folder = await openFolder(dataDir, { isForced });
  const { shards, recordFiles, callFiles, loginShards, changeFiles, close } = folder;
  try {
    const records = await exportRecords(shards, recordFiles, new Date());
    const source = {
      accounts: () => exportAccounts(shards),
      calls: () => exportCalls(shards, callFiles),
      records,
      logins: createLoginRecords(loginShards, (userId) => !!shards.find(userId)).logins,
      changes: changeFiles.all,
    };
    const comparisons = await importAccounts(databaseUrl, source, log);
    await markAsMoved(dataDir);
    return comparisons;
  } finally {
    await close();
  }
}

/** Makes the configured providers, without decorators, in the order in which they are asked. */
export function createProviders(config: Config): Provider[] {
  limitResponses();
  return config.providers.map(({ vendor, ...settings }) => vendor.create(settings));
}

/** What turns a picture into an alt text: the picture loader, and the provider chain with its models. */
export interface AltTextPipeline {
  readonly readPicture: ReadPicture;
  readonly provider: Provider<AltText>;
  /** Names of the models, in the order in which they are asked. */
  readonly models: readonly string[];
}

/** Makes both from the configuration; `registry` gets the providers' measurements. */
export function createAltTextPipeline(
  config: Config,
  registry: Registry,
  memory: MemoryBudget = createMemoryBudget(),
): AltTextPipeline {
  const metrics = createProviderMetrics(registry);
  const queue = createDecodingQueue(config.processes);
  measureProcess(registry, { images: queue.sizes });
  return {
    readPicture: createPictureReader({
      memory,
      maxBytes: config.imageMaxBytes,
      allowPrivateNetworks: config.imageAllowPrivateNetworks,
      queue,
    }),
    provider: providerChain(createProviders(config), { ...config, withPostprocessing, metrics }),
    models: config.providers.map(({ model }) => model),
  };
}
