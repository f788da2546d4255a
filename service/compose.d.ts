import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { AltText } from './prompting/answer.ts';
import type { Config, StoreConfig } from './config.ts';
import { type MemoryBudget } from './concurrency/memory-budget.ts';
import type { ReadPicture } from './images/picture.ts';
import type { Provider } from './providers/provider.ts';
import type { Metrics } from './server/cluster-metrics.ts';
import type { Service } from './server/serve.ts';
import type { Comparison } from './storage/postgres/compare-sums.ts';
import type { StorageBackend } from './storage/interfaces/storage-backend.ts';
import type { AccountStore } from './storage/interfaces/account-store.ts';
export { holdsAccounts } from './storage/lowdb/folder.ts';
/** The service, put together; and its store, for commands. */
export interface ComposedService extends Service {
    readonly accountStore: AccountStore;
}
/**
 * Puts the service together from its configuration: storage, provider chain, operations, app.
 * @throws StoreError when the storage cannot be used
 */
export declare function composeService(config: Config, log: Logger, metrics: Metrics): Promise<ComposedService>;
/**
 * Opens the storage that is configured, for the service.
 * @throws StoreError when it cannot be used
 */
export declare function openStorageBackend({ dataDir, databaseUrl, databasePoolSize: poolSize }: StoreConfig, log: Logger): Promise<StorageBackend>;
/**
 * Opens the store alone, for commands.
 * @param isForced whether to open files whose accounts were moved into a database
 * @throws StoreError when it cannot be used
 */
export declare function openAccountStore({ dataDir, databaseUrl, databasePoolSize: poolSize }: StoreConfig, log: Logger, isForced?: boolean): Promise<AccountStore>;
/**
 * Moves all accounts, with all that belongs to them, from a folder into a database that has none:
 * all of it, or nothing. The folder keeps its own, and is marked.
 * @param isForced whether to move what was moved before
 * @throws StoreError when one of the two cannot be used, or sums differ
 */
export declare function importFolder(dataDir: string, databaseUrl: string, log: Logger, isForced: boolean): Promise<Comparison[]>;
/** Makes the configured providers, without decorators, in the order in which they are asked. */
export declare function createProviders(config: Config): Provider[];
/** What turns a picture into an alt text: the picture loader, and the provider chain with its models. */
export interface AltTextPipeline {
    readonly readPicture: ReadPicture;
    readonly provider: Provider<AltText>;
    /** Names of the models, in the order in which they are asked. */
    readonly models: readonly string[];
}
/** Makes both from the configuration; `registry` gets the providers' measurements. */
export declare function createAltTextPipeline(config: Config, registry: Registry, memory?: MemoryBudget): AltTextPipeline;
