import { type Environment } from './environment.ts';
import type { ConfiguredProvider, Vendor } from './providers/vendor.ts';
/** The configuration has problems; the message lists all of them, one a line. */
export declare class ConfigError extends Error {
    readonly name = "ConfigError";
}
/** Where accounts are kept: in a PostgreSQL database if there is one, else in files. */
export interface StoreConfig {
    /** Folder of lowdb's files. */
    readonly dataDir: string;
    readonly databaseUrl: string | undefined;
    /** How many connections each process may open to the database, besides the one for `/readyz`. */
    readonly databasePoolSize?: number;
}
/** Everything the service reads from its environment. Times are milliseconds, sizes bytes. */
export interface Config {
    readonly host: string;
    readonly port: number;
    /** How many share the port on this machine. */
    readonly processes: number;
    readonly store: StoreConfig;
    /** At least one, in the order in which they are asked. */
    readonly providers: readonly ConfiguredProvider[];
    readonly providerTimeoutMs: number;
    readonly requestDeadlineMs: number;
    readonly rateLimitPerMinute: number;
    /** How long an answer is kept, in seconds; 0 for not at all. */
    readonly cacheTtlSeconds: number;
    readonly imageMaxBytes: number;
    readonly imageAllowPrivateNetworks: boolean;
    readonly trustProxy: boolean;
    /** How long `/readyz` says 503 before the listener closes. */
    readonly shutdownDelayMs: number;
    readonly logLevel: string;
}
/**
 * Reads the whole configuration from environment variables. An empty variable counts as unset.
 * @throws ConfigError that names every problem.
 */
export declare function parseConfig(env: Environment, vendors?: readonly Vendor[]): Config;
/**
 * Reads only what the store needs, for commands that ask no provider.
 * @throws ConfigError that names every problem.
 */
export declare function parseStoreConfig(env: Environment): StoreConfig;
/** One error that lists all problems. */
export declare function configError(problems: readonly string[]): ConfigError;
/** Adds the variables of a `.env` file in the working folder, if there is one; set ones win. */
export declare function loadEnvFile(): void;
