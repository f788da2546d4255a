import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { AltText } from './prompting/answer.ts';
import { tidied } from './prompting/with-postprocessing.ts';
import type { Config, StoreConfig } from './config.ts';
import { createPictureLoader } from './images/load-picture.ts';
import type { LoadPicture } from './images/picture.ts';
import { providerChain } from './providers/chain.ts';
import { createGemini } from './providers/gemini.ts';
import { limitResponses } from './providers/limit-responses.ts';
import { createProviderMetrics } from './providers/metrics.ts';
import { createOpenAI } from './providers/openai.ts';
import type { Provider } from './providers/provider.ts';
import { openFolder } from './storage/lowdb/folder.ts';
import { listAnsweredKeys } from './storage/lowdb/idempotency-expiry.ts';
import { openLowdbStorage } from './storage/lowdb/storage-backend.ts';
import { openLowdbStore } from './storage/lowdb/account-store.ts';
import { importAccounts, type Comparison } from './storage/postgres/import-accounts.ts';
import { openPostgresStorage } from './storage/postgres/storage-backend.ts';
import { openPostgresStore } from './storage/postgres/account-store.ts';
import type { Storage } from './storage/interfaces/storage-backend.ts';
import type { Store } from './storage/interfaces/account-store.ts';

/**
 * Opens the storage that is configured, for the service.
 * @throws StoreError when it cannot be used
 */
export function openStorage({ dataDir, databaseUrl }: StoreConfig, log: Logger): Promise<Storage> {
  return databaseUrl ? openPostgresStorage(databaseUrl, { log }) : openLowdbStorage(dataDir);
}

/**
 * Opens the store alone, for commands.
 * @throws StoreError when it cannot be used
 */
export function openStore({ dataDir, databaseUrl }: StoreConfig, log: Logger): Promise<Store> {
  return databaseUrl ? openPostgresStore(databaseUrl, { log }) : openLowdbStore(dataDir);
}

/**
 * Moves all accounts, with all that belongs to them, from a folder into a database that has none:
 * all of it, or nothing. The folder keeps its own.
 * @throws StoreError when one of the two cannot be used, or sums differ
 */
export async function moveAccounts(
  dataDir: string,
  databaseUrl: string,
  log: Logger,
): Promise<Comparison[]> {
  const { shards, answerFiles, close } = await openFolder(dataDir);
  try {
    const answers = await listAnsweredKeys(shards, answerFiles, new Date());
    return await importAccounts(databaseUrl, { accounts: () => shards.all(), answers }, log);
  } finally {
    await close();
  }
}

/** The providers that are configured, each as it is, in the order in which they are asked. */
export function createProviders(config: Config): Provider[] {
  limitResponses();
  return [
    config.openai && createOpenAI(config.openai),
    config.gemini && createGemini(config.gemini),
  ].filter((provider) => provider !== undefined);
}

/** What turns a picture into an alt text: the picture loader, and the provider chain with its models. */
export interface Describer {
  readonly loadPicture: LoadPicture;
  readonly provider: Provider<AltText>;
  /** Names of the models, in the order in which they are asked. */
  readonly models: readonly string[];
}

/** Makes both from the configuration; `registry` gets the providers' measurements. */
export function createDescriber(config: Config, registry: Registry): Describer {
  const metrics = createProviderMetrics(registry);
  return {
    loadPicture: createPictureLoader({
      maxBytes: config.imageMaxBytes,
      allowPrivateNetworks: config.imageAllowPrivateNetworks,
      processes: config.processes,
    }),
    provider: providerChain(createProviders(config), { ...config, tidied, metrics }),
    models: [config.openai, config.gemini].flatMap((provider) => provider?.model ?? []),
  };
}
